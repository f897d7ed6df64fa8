import { defineQuery, field } from "../kernel/index.ts";
import { warning } from "./warning.entity.ts";

export const warningList = defineQuery({
  menu: "WA100",
  id: "Q01",
  key: ["warningId"],
  columns: {
    ...warning.fields,
    isOpen: field.flag({ virtual: true }),
    moldName: field.text(100, { virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
  },
});
