import type { Module } from "../../kernel/registry.ts";
import { noticeCommands } from "./notice.commands.ts";
import { noticeQueries, noticeTables } from "./notice.tables.ts";

export { deleteOldNotices, dispatchNotices } from "./dispatch.ts";
export type { NoticeEvent } from "./notice-event.ts";
export { newestMs, notify, notifyWithin, soon } from "./notify.ts";
export { resetMailer } from "./reset-mail.ts";
export { readNoticeSettings } from "./settings.ts";
export { standardRules } from "./standard-rules.ts";

export const notice: Module = { queries: noticeQueries, tables: noticeTables, commands: noticeCommands };
