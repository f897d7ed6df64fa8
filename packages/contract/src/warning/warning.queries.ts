import { defineQuery, field } from "../kernel/index.ts";
import { user } from "../system/system.entity.ts";
import { warning } from "./warning.entity.ts";

export const warningList = defineQuery({
  menu: "WA100",
  id: "Q01",
  key: ["warningId"],
  columns: {
    ...warning.fields,
    isOpen: field.flag({ virtual: true }),
    /** What it warned of is over, though it waits to be closed. */
    causeGone: field.flag({ virtual: true }),
    moldName: field.text(100, { virtual: true }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
  },
});

/** Who may be put in charge of a warning: the asker's own people, or everybody where the asker sees the tenant. */
export const warningPeople = defineQuery({
  menu: "WA100",
  id: "Q02",
  key: ["userId"],
  columns: { userId: user.fields.userId, userName: user.fields.userName },
});
