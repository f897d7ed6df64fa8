import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const document = { documentNo: field.text(50, { wire: "DOC_NO", required: true }) } as const;

/** Only the mold's owner may transfer or scrap the mold. The plant that uses the mold and its maker may not. */
const ownerModify = right(menus.mold, "M", { only: ["staff", "oem"] });

/** Transfers a mold to another plant. Also unmounts the mold from its machine. */
export const transferMold = defineCommand({
  type: "rf_TransferMold",
  access: ownerModify,
  input: {
    moldNo: field.text(50, { required: true }),
    toPlantId: field.text(50, { required: true, reference: "SYS_ORG" }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});

/** Scraps a mold. Its counter must be unbound first, because a scrapped mold can receive no more readings. */
export const scrapMold = defineCommand({
  type: "rf_ScrapMold",
  access: ownerModify,
  input: {
    moldNo: field.text(50, { required: true }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
  output: document,
});
