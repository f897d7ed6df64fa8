import { defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

interface Documented {
  readonly DOC_NO: string;
}

/** The mold goes to another plant, dated and with a reason; it comes off the machine it was on. */
export const transferMold = defineWireCommand<Documented>()({
  type: "rf_TransferMold",
  access: right(menus.mold, "M"),
  input: {
    moldNo: field.text(50, { required: true }),
    toPlantId: field.text(50, { required: true, reference: "SYS_ORG" }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
});

/** The mold's end. Its counter must be off: what it counts from now on belongs elsewhere. */
export const scrapMold = defineWireCommand<Documented>()({
  type: "rf_ScrapMold",
  access: right(menus.mold, "M"),
  input: {
    moldNo: field.text(50, { required: true }),
    documentTime: field.time({ wire: "DOC_TIME" }),
    reason: field.text(200, { required: true }),
  },
});
