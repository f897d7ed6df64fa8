import { defineEntity, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** A binding: the period in which a counter sits on a mold. Only the binding commands write this table. */
export const binding = defineEntity({
  name: "binding",
  wire: "BS_MOLD_WRITER",
  access: tableRights(menus.binding),
  key: ["bindingId"],
  fields: {
    bindingId: field.int({ wire: "BIND_ID", readOnly: true }),
    moldNo: field.text(50, { required: true, readOnly: true, virtual: true, reference: "BS_MOLD" }),
    writerId: field.text(50, { required: true, readOnly: true, virtual: true, reference: "BS_WRITER" }),
    boundAt: field.time({ wire: "BIND_TIME", readOnly: true }),
    boundCount: field.int({ wire: "BIND_COUNT", readOnly: true, unit: "shots" }),
    unboundAt: field.time({ wire: "UNBIND_TIME", readOnly: true }),
    unboundCount: field.int({ wire: "UNBIND_COUNT", readOnly: true, unit: "shots" }),
    boundBy: field.text(50, { wire: "BIND_BY", readOnly: true }),
    unboundBy: field.text(50, { wire: "UNBIND_BY", readOnly: true }),
    reason: field.text(200, { readOnly: true }),
  },
});
