import { type CommandOutput, defineCommand, field, output, signedIn } from "../kernel/index.ts";

/** Returns the next number for a new document, for example "PO20260522001". */
export const nextDocumentNumber = defineCommand({
  type: "rf_GetAutoDocNo",
  access: signedIn,
  input: { docId: field.text(50, { required: true }) },
  output: output.value<string>("text"),
});

/** Marks one, several or all of the caller's notices as read. */
export const readNotices = defineCommand({
  type: "rf_ReadNotices",
  access: signedIn,
  input: { noticeId: field.int(), noticeIds: field.json<readonly number[]>({ list: "number" }) },
  output: { count: field.int({ required: true }) },
});

export const changePassword = defineCommand({
  type: "rf_ChangePassword",
  access: signedIn,
  input: {
    oldPassword: field.text(100, { required: true }),
    newPassword: field.text(100, { required: true }),
    /**
     * Token that identifies the caller's browser. This token stays valid. The server deletes the tokens of the user's
     * other browsers.
     */
    deviceToken: field.text(100),
  },
  output: {},
});

export const logOut = defineCommand({
  type: "rf_LogOut",
  access: signedIn,
  input: {},
  output: {},
  success: "loggedOut",
});

/** Searches the molds, counters and production orders in the caller's scope, for the command palette. */
export const searchAll = defineCommand({
  type: "rf_Search",
  access: signedIn,
  readOnly: true,
  input: { text: field.text(100, { required: true }) },
  output: output.rows({
    kind: output.json<"mold" | "counter" | "order">({ shape: "text" }),
    id: field.text(50, { required: true }),
    name: field.text(100, { required: true }),
  }),
});

export type SearchResult = CommandOutput<typeof searchAll>[number];
