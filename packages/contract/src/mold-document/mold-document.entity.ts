import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { serviceState } from "../mold/mold.entity.ts";

export const moldDocumentKind = defineEnum("moldDocumentKind", {
  transfer: 1,
  scrap: 2,
  stateChange: 3,
  makerChange: 4,
});

/** A dated document that changes plant, maker or service state of a mold. Only commands write this table. */
export const moldDocument = defineEntity({
  name: "moldDocument",
  wire: "BS_MOLD_DOC",
  access: tableRights(menus.mold),
  key: ["documentNo"],
  fields: {
    documentNo: field.text(50, { wire: "DOC_NO", readOnly: true }),
    documentKind: field.choice(moldDocumentKind, { wire: "DOC_KIND", readOnly: true }),
    moldNo: field.text(50, { readOnly: true, reference: "BS_MOLD" }),
    documentTime: field.time({ wire: "DOC_TIME", readOnly: true }),
    fromPlantId: field.text(50, { readOnly: true, reference: "SYS_ORG" }),
    toPlantId: field.text(50, { readOnly: true, reference: "SYS_ORG" }),
    fromState: field.choice(serviceState, { readOnly: true }),
    toState: field.choice(serviceState, { readOnly: true }),
    fromMakerId: field.text(50, { readOnly: true, reference: "SYS_ORG" }),
    toMakerId: field.text(50, { readOnly: true, reference: "SYS_ORG" }),
    /** Total shots of the mold when the document was created. */
    countThen: field.int({ unit: "shots", readOnly: true }),
    reason: field.text(200, { readOnly: true }),
  },
});
