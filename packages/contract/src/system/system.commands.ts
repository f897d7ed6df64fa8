import { defineCommand, field } from "../kernel/index.ts";

export const nextDocumentNumber = defineCommand<string>()({
  type: "rf_GetAutoDocNo",
  input: { docId: field.text(50, { required: true }) },
});

/** One's own messages, marked as read: one, some, or all of them. */
export const readNotices = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ReadNotices",
  input: { noticeId: field.int(), noticeIds: field.json<readonly number[]>() },
});

export const changePassword = defineCommand<null>()({
  type: "rf_ChangePassword",
  input: {
    oldPassword: field.text(100, { required: true }),
    newPassword: field.text(100, { required: true }),
  },
});

export const logOut = defineCommand<null>()({ type: "rf_LogOut", input: {} });

/** The palette's search over molds and counters that the caller may see. */
export interface Found {
  readonly KIND: "mold" | "counter";
  readonly ID: string;
  readonly NAME: string;
}
export const searchAll = defineCommand<readonly Found[]>()({
  type: "rf_Search",
  input: { text: field.text(100, { required: true }) },
});
