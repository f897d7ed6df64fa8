import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { orgType } from "../system/system.entity.ts";

const document = { documentNo: field.text(50, { wire: "DOC_NO", required: true }) } as const;

/**
 * Right to change a mold by documents, for example to transfer the mold. Only staff and users of OEMs can have this
 * right, but not users of plants and makers.
 */
const ownerModify = right(menus.mold, "M", { only: ["staff", "oem"] });

/** Transfers a mold to another plant. Also unmounts the mold from its machine. */
export const transferMold = defineCommand({
  type: "rf_TransferMold",
  access: ownerModify,
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    toPlantId: field.text(50, {
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.plant },
    }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});

/**
 * Scraps a mold. Needs the separate right S, because a scrapped mold never comes back into service. The mold's counter
 * must be unbound first, because a scrapped mold can receive no more readings. Its orders, trials, maintenance work and
 * plan must be ended first.
 */
export const scrapMold = defineCommand({
  type: "rf_ScrapMold",
  access: right(menus.mold, "S", { only: ["staff", "oem"] }),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});

/** Puts a mold into storage, repair or trial, or back into service. A mold is scrapped by `scrapMold` only. */
export const changeMoldState = defineCommand({
  type: "rf_ChangeMoldState",
  access: ownerModify,
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    toState: field.choice(serviceState, { wire: "MOLD_STAT", required: true }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});

/** Changes the maker of a mold, for example to correct a wrong entry. */
export const changeMoldMaker = defineCommand({
  type: "rf_ChangeMoldMaker",
  access: ownerModify,
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    toMakerId: field.text(50, {
      wire: "MOLD_MAKE_ID",
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: orgType.values.maker },
    }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});
