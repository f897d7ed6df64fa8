type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const passkey: Schema = { type: "object", description: "Answer of the browser (WebAuthn, JSON form)" };

/** Returns the description of the routes for the second step of a log-in, for passkeys and for single sign-on. */
export function signInPaths(answers: Schema): Record<string, Schema> {
  const post = (summary: string, properties: Schema = {}, optional: readonly string[] = []): Schema => ({
    post: {
      summary,
      security: [],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties,
              required: Object.keys(properties).filter((name) => !optional.includes(name)),
            },
          },
        },
      },
      responses: answers,
    },
  });
  const ticket = { TICKET: text };
  const entry = {
    REMEMBER: { ...text, enum: ["Y", "N"] },
    DEV_TYPE: { ...text, enum: ["PC", "PDA"] },
  };
  return {
    "/login/second": post(
      "Complete a log-in that POST /login has answered with S0420, by one of CODE, RECOVERY_CODE and PASSKEY",
      { ...ticket, CODE: text, RECOVERY_CODE: text, PASSKEY: passkey },
      ["CODE", "RECOVERY_CODE", "PASSKEY"],
    ),
    "/login/second/passkey": post("Options for a passkey as the second step", ticket),
    "/login/enrol/totp": post("Key for an authenticator app, for a user who must set up a factor", ticket),
    "/login/enrol/totp/confirm": post(
      "Put the authenticator app in force by its first code; returns the token and recovery codes",
      { ...ticket, CODE: text },
    ),
    "/login/enrol/passkey": post("Options to create a passkey, for a user who must set up a factor", ticket),
    "/login/enrol/passkey/confirm": post("Store that passkey; returns the token and recovery codes", {
      ...ticket,
      PASSKEY: passkey,
      PASSKEY_NAME: text,
    }),
    "/login/passkey/options": post("Options for a log-in by a passkey alone"),
    "/login/passkey": post("Log in by a passkey alone", { PASSKEY: passkey, ...entry }, ["REMEMBER"]),
    "/login/ways": post("Name of the tenant's provider (SSO), and whether the tenant has passkeys", {
      TENANT_ID: text,
    }),
    "/shop/info": post(
      "Name, logo and contact of a shop: the caller's, or the one that TENANT_ID or the host name chooses",
      { TENANT_ID: text },
      ["TENANT_ID"],
    ),
    "/login/sso/start": post(
      "Begin a sign-in at the tenant's provider: its address, and a secret that the browser keeps",
      { TENANT_ID: text, ...entry },
      ["REMEMBER"],
    ),
    "/login/sso/finish": post(
      "Complete the sign-in: ANSWER is the query of the address to which the provider redirected",
      { ANSWER: text, BROWSER: text },
    ),
  };
}
