import { codes } from "@shotkeeper/contract/kernel";
import { route, security } from "./responses.ts";
import { flag, integer, list, object, orNull, type Schema, text } from "./schema.ts";

const passkey: Schema = { type: "object", description: "Answer of the browser (WebAuthn, JSON form)" };
const options: Schema = object({ OPTIONS: { type: "object", description: "Options for the browser" } });
const device: Schema = { type: "string", enum: ["PC", "PDA"] };
const { none } = security;

const captcha = { CAPTCHA_ID: text, CAPTCHA: text, CAPTCHA_PROOF: text };
const entry = { REMEMBER: flag, DEV_TYPE: device };
const ticket = { TICKET: text };

const loggedIn = (more: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  properties: {
    token: { ...text, description: "Token of the session" },
    deviceToken: text,
    mustChangePassword: { type: "boolean" },
    ...more,
  },
  required: ["token"],
});
const secondStep: Schema = object(
  {
    TICKET: { ...text, description: "Ticket for POST /login/second or /login/enrol/…" },
    KIND: text,
    FACTORS: list(text),
    deviceToken: text,
    mustChangePassword: { type: "boolean" },
  },
  ["TICKET", "KIND", "FACTORS"],
);
const enrolled = loggedIn({ RECOVERY_CODES: list(text) });

interface Call {
  readonly id: string;
  readonly summary: string;
  readonly fields?: Readonly<Record<string, Schema>>;
  readonly optional?: readonly string[];
  readonly data?: Schema;
  readonly success?: readonly string[];
  readonly example?: unknown;
}

/** Returns the description of a POST route that needs no session. */
const open = ({ fields = {}, optional = [], ...c }: Call): Schema => ({
  post: route({
    ...c,
    security: none,
    body: object(
      fields,
      Object.keys(fields).filter((name) => !optional.includes(name)),
    ),
  }),
});
const logIn = (c: Call): Schema => open({ success: [codes.loggedIn], data: loggedIn(), ...c });

/** Routes of the log-in, its second step, passkeys, single sign-on and forgotten passwords. */
export const signInPaths: Readonly<Record<string, Schema>> = {
  "/captcha": {
    get: route({
      id: "captcha",
      summary: "Make a captcha for a log-in",
      description: "Single use, five minutes. The image is a PNG as a data URL.",
      security: none,
      data: object({ id: text, image: text, difficulty: { ...integer, description: "Leading zero bits" } }),
    }),
  },
  "/login": logIn({
    id: "login",
    summary: "Log in",
    fields: { TENANT_ID: text, USER_ID: text, PASSWORD: text, ...captcha, DEVICE_TOKEN: text, ...entry },
    optional: ["CAPTCHA_PROOF", "DEVICE_TOKEN", "REMEMBER"],
    success: [codes.loggedIn, codes.secondStep],
    data: { anyOf: [loggedIn(), secondStep] },
    example: {
      TENANT_ID: "demo",
      USER_ID: "admin",
      PASSWORD: "demo1234",
      CAPTCHA_ID: "Zx3…",
      CAPTCHA: "k7m2p",
      CAPTCHA_PROOF: "16384",
      DEV_TYPE: "PC",
    },
  }),
  "/login/wechat": {
    get: route({
      id: "loginByWeChat",
      summary: "Address of WeChat's consent page",
      security: none,
      data: object({ URL: orNull(text) }),
    }),
  },
  "/login/forgot": {
    get: route({
      id: "canResetPassword",
      summary: "Tell whether users can reset a forgotten password by mail",
      security: none,
      data: object({ AVAILABLE: flag }),
    }),
    ...open({
      id: "forgotPassword",
      summary: "Send a link to reset a password",
      fields: { TENANT_ID: text, USER_ID: text, ...captcha, LANGUAGE: text },
      optional: ["CAPTCHA_PROOF", "LANGUAGE"],
      success: [codes.done],
    }),
  },
  "/login/reset": open({
    id: "resetPassword",
    summary: "Set a new password with the token of such a link",
    fields: { RESET_TOKEN: text, NEW_PASSWORD: text },
    success: [codes.done],
    data: object({ TENANT_ID: text, USER_ID: text, deviceToken: text }),
  }),
  "/login/second": logIn({
    id: "secondStep",
    summary: "Complete a log-in that POST /login has answered with S0420",
    fields: { ...ticket, CODE: text, RECOVERY_CODE: text, PASSKEY: passkey },
    optional: ["CODE", "RECOVERY_CODE", "PASSKEY"],
  }),
  "/login/second/passkey": open({
    id: "secondStepPasskey",
    summary: "Options for a passkey as the second step",
    fields: ticket,
    data: options,
  }),
  "/login/enrol/totp": open({
    id: "enrolTotp",
    summary: "Key for an authenticator app, for a user who must set up a factor",
    fields: ticket,
    data: object({ SECRET: text, URI: text }),
  }),
  "/login/enrol/totp/confirm": logIn({
    id: "confirmTotp",
    summary: "Put the authenticator app in force by its first code",
    fields: { ...ticket, CODE: text },
    data: enrolled,
  }),
  "/login/enrol/passkey": open({
    id: "enrolPasskey",
    summary: "Options to create a passkey, for a user who must set up a factor",
    fields: ticket,
    data: options,
  }),
  "/login/enrol/passkey/confirm": logIn({
    id: "confirmPasskey",
    summary: "Store that passkey",
    fields: { ...ticket, PASSKEY: passkey, PASSKEY_NAME: text },
    data: enrolled,
  }),
  "/login/passkey/options": open({
    id: "passkeyOptions",
    summary: "Options for a log-in by a passkey alone",
    data: options,
  }),
  "/login/passkey": logIn({
    id: "loginByPasskey",
    summary: "Log in by a passkey alone",
    fields: { PASSKEY: passkey, ...entry },
    optional: ["REMEMBER"],
  }),
  "/login/ways": open({
    id: "loginWays",
    summary: "Name of the tenant's provider (SSO), and whether the tenant has passkeys",
    fields: { TENANT_ID: text },
    data: object({ SSO: orNull(text), PASSKEY: flag }),
  }),
  "/login/sso/start": open({
    id: "startSso",
    summary: "Begin a sign-in at the tenant's provider",
    fields: { TENANT_ID: text, ...entry },
    optional: ["REMEMBER"],
    data: object({
      URL: { ...text, description: "Address of the provider" },
      BROWSER: { ...text, description: "Secret that the browser keeps for /login/sso/finish" },
    }),
  }),
  "/login/sso/finish": logIn({
    id: "finishSso",
    summary: "Complete the sign-in. ANSWER is the query of the address to which the provider redirected",
    fields: { ANSWER: text, BROWSER: text },
  }),
  "/shop/info": open({
    id: "shopInfo",
    summary: "Name, logo and contact of a shop",
    fields: { TENANT_ID: text },
    optional: ["TENANT_ID"],
    data: object(
      {
        IS_OPEN: flag,
        TENANT_ID: text,
        SHOP_NAME: orNull(text),
        SHOP_PHONE: orNull(text),
        SHOP_MAIL: orNull(text),
        LOGO: orNull(text),
      },
      ["IS_OPEN"],
    ),
  }),
};
