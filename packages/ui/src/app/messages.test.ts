import { ClientError } from "@shotkeeper/client";
import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { fillText } from "./fill-text.ts";
import { messageOf, textOf } from "./messages.ts";

const zh = await loadLocale("zh_CN");
const en = await loadLocale("en");

// spec: admin 7.27
it.each([
  ["S0001", "The user ID or password is incorrect"],
  ["S0029^MOLD_NO", "The record already exists: Mold no."],
  ["S0200^MOLD_CAVE_NUM", "The value of “Cavities” is not valid"],
  ["S0201^SYS_ORG", "“Organizations” is in use and cannot be deleted"],
  ["S0029^M-100", "The record already exists: M-100"],
  ["S0029", "The record already exists"],
  ["S0203^15", "Too many attempts. Please wait 15 minutes."],
  // The argument contains $& and $1, which String.replace would treat as patterns.
  ["S0216^$& $1", "Unknown counter: $& $1"],
  ["what the server said", "what the server said"],
  ["", "Operation failed"],
  // A list shows this text behind the log-in dialog. It must say that the session has ended, and not that the network
  // failed.
  ["S0010", "Your session is no longer valid. Please log in again."],
])("%s → %s", (msg, text) => {
  expect(textOf(msg, en)).toBe(text);
});

it("drops an absent argument with the colon before it", () => {
  expect(fillText(zh.errors.missingField, undefined)).toBe("必填的关键字段不完整");
});

// spec: admin 8.48
it("has texts for calls without an answer, and none for aborted calls", () => {
  expect(messageOf(new ClientError("timeout", "timeout"), zh)).toBe(zh.shell.messages.timeout);
  expect(messageOf(new ClientError("x", "network"), zh)).toBe(zh.shell.messages.network);
  expect(messageOf(new ClientError("aborted", "aborted"), zh)).toBe("");
  expect(messageOf(new TypeError("x is not a function"), zh)).toBe(zh.shell.messages.unexpected);
});
