import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { systemLog } from "./system.entity.ts";

/** Lists the system log: changes with the values before and after, commands, log-ins and log-outs. */
export const logList = defineQuery({
  menu: menus.systemLog,
  id: "Q01",
  access: right(menus.systemLog, "Q"),
  key: ["logId"],
  columns: {
    logId: systemLog.fields.logId,
    at: systemLog.fields.at,
    userId: systemLog.fields.userId,
    userName: field.text(50, { wire: "USERNAME", virtual: true }),
    apiKey: systemLog.fields.apiKey,
    action: systemLog.fields.action,
    target: systemLog.fields.target,
    targetKey: systemLog.fields.targetKey,
    clientAddress: systemLog.fields.clientAddress,
    clientDevice: systemLog.fields.clientDevice,
    before: systemLog.fields.before,
    after: systemLog.fields.after,
  },
});
