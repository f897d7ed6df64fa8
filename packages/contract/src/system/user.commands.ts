import { defineCommand, field, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "./system.entity.ts";

const mayModify = right(menus.user, "M", { peopleOnly: true });

/**
 * Sets a new random password for a user and ends the user's sessions. Only the answer to this call contains the
 * password.
 */
export const resetPassword = defineCommand({
  type: "rf_ResetPassword",
  access: mayModify,
  input: { userId: field.text(50, { required: true }) },
  output: { password: field.text(100, { required: true }) },
});

/** Ends all sessions of a user. */
export const forceOut = defineCommand({
  type: "rf_ForceOut",
  access: mayModify,
  input: { userId: field.text(50, { required: true }) },
  output: { count: field.int({ required: true }) },
});

/**
 * Opens a session in which the caller sees what another user sees (screen Users, "View as this user"). Such a session
 * can only read data and has no right that the caller lacks. It ends when the caller's own session ends, at the latest
 * at the time `until`.
 */
export const viewAs = defineCommand({
  type: "rf_ViewAs",
  access: right(menus.user, "M", { only: ["staff"], peopleOnly: true }),
  input: { userId: field.text(50, { required: true }) },
  output: {
    token: field.text(200, { required: true }),
    until: field.time({ required: true, wire: "VIEW_UNTIL" }),
  },
});

/**
 * Changes nickname, phone and mail address of the caller's own user. All three values are replaced; null removes a
 * value. A new mail address needs the caller's password, because a forgotten password is reset by mail. Users without a
 * password omit it, but they must have signed in within the last ten minutes.
 */
export const changeProfile = defineCommand({
  type: "rf_ChangeProfile",
  access: signedIn,
  input: {
    nickname: user.fields.nickname,
    phone: user.fields.phone,
    mail: user.fields.mail,
    password: field.text(100),
  },
  output: {},
});

/** Returns whether log-in by WeChat is configured, and whether the caller's account is bound to a WeChat account. */
export const weChatState = defineCommand({
  type: "rf_WeChatState",
  access: signedIn,
  readOnly: true,
  input: {},
  output: { configured: field.flag({ required: true }), bound: field.flag({ required: true }) },
});

/**
 * Binds a WeChat account to the caller's user. Whoever has the WeChat account can then log in as this user, so the
 * caller must confirm with the password. Users without a password omit it, but they must have signed in within the last
 * ten minutes.
 */
export const bindWeChat = defineCommand({
  type: "rf_BindWeChat",
  access: signedIn,
  input: {
    weChatCode: field.text(512, { wire: "WECHAT_CODE", required: true }),
    password: field.text(100),
  },
  output: {},
});

export const unbindWeChat = defineCommand({
  type: "rf_UnbindWeChat",
  access: signedIn,
  input: {},
  output: {},
});
