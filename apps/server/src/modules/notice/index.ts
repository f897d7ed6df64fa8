import type { Module } from "../../kernel/registry.ts";
import { noticeCommands } from "./notice.commands.ts";
import { noticeQueries, noticeTables } from "./rule.tables.ts";

export { dispatchNotices, endNotices } from "./dispatch.ts";
export type { NoticeEvent } from "./event.ts";
export { newestMs, notify, soon, tellWithin } from "./notify.ts";
export { readNoticeSettings } from "./settings.ts";
export { standardRules } from "./standard-rules.ts";

export const notice: Module = { queries: noticeQueries, tables: noticeTables, commands: noticeCommands };
