import { defineWireCommand, field, signedIn } from "../kernel/index.ts";

export const nextDocumentNumber = defineWireCommand<string>()({
  type: "rf_GetAutoDocNo",
  access: signedIn,
  input: { docId: field.text(50, { required: true }) },
});

/** One's own messages, marked as read: one, some, or all of them. */
export const readNotices = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_ReadNotices",
  access: signedIn,
  input: { noticeId: field.int(), noticeIds: field.json<readonly number[]>() },
});

export const changePassword = defineWireCommand<null>()({
  type: "rf_ChangePassword",
  access: signedIn,
  input: {
    oldPassword: field.text(100, { required: true }),
    newPassword: field.text(100, { required: true }),
  },
});

export const logOut = defineWireCommand<null>()({ type: "rf_LogOut", access: signedIn, input: {} });

/** The palette's search over molds and counters that the caller may see. */
export interface Found {
  readonly KIND: "mold" | "counter";
  readonly ID: string;
  readonly NAME: string;
}
export const searchAll = defineWireCommand<readonly Found[]>()({
  type: "rf_Search",
  access: signedIn,
  input: { text: field.text(100, { required: true }) },
});
