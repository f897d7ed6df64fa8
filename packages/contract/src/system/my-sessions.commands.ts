import { defineCommand, defineEnum, field, output, signedIn } from "../kernel/index.ts";

/** How a session's user has signed in. */
export const signInMethod = defineEnum("signInMethod", {
  password: "password",
  secondFactor: "secondFactor",
  passkey: "passkey",
  wechat: "wechat",
  sso: "sso",
});

/** Lists the caller's sessions, the current session first. */
export const mySessions = defineCommand({
  type: "rf_MySessions",
  access: signedIn,
  readOnly: true,
  input: {},
  output: output.rows({
    sessionId: field.text(40, { required: true }),
    isCurrent: field.flag({ required: true }),
    devType: field.text(10, { required: true }),
    method: field.choice(signInMethod, { required: true }),
    /** Address from which the user signed in. Null for sessions that began before the server stored addresses. */
    address: field.text(60),
    /** Names of the browser and of the operating system, as the browser reports them. */
    agent: field.text(300),
    signedInAt: field.time({ required: true }),
    seenAt: field.time({ required: true }),
  }),
});

/** Ends one session of the caller. */
export const endSession = defineCommand({
  type: "rf_EndSession",
  access: signedIn,
  input: { sessionId: field.text(40, { required: true }) },
  output: { count: field.int({ required: true }) },
});

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = defineCommand({
  type: "rf_EndOtherSessions",
  access: signedIn,
  input: {},
  output: { count: field.int({ required: true }) },
});
