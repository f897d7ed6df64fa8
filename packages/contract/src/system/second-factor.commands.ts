import { defineCommand, field, output, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "./system.entity.ts";

/**
 * Password of the caller, which confirms a change of the log-in. Users without a password omit this field, but they
 * must have signed in within the last ten minutes.
 */
const password = field.text(100);

/** Number of recovery codes that a user gets at once. */
export const recoveryCodeCount = 10;

/** A passkey of the caller. */
const passkeyRow = {
  passkeyId: field.text(1400, { required: true }),
  passkeyName: field.text(60, { required: true }),
  createdAt: field.time({ required: true }),
  usedAt: field.time(),
} as const;

/** Returns the second factors of the caller. */
export const secondFactorState = defineCommand({
  type: "rf_SecondFactorState",
  access: signedIn,
  readOnly: true,
  input: {},
  output: {
    /** True if the user has set up an authenticator app. */
    hasTotp: field.flag({ required: true }),
    recoveryCodesLeft: field.int({ required: true }),
    /** True if the tenant or the role requires a second factor. */
    isRequired: field.flag({ required: true }),
    hasPassword: field.flag({ required: true }),
    /** Issuer address of the single sign-on provider whose account is linked to the user. */
    ssoIssuer: field.text(300),
    passkeys: output.rows(passkeyRow),
  },
});

/** Secret key for an authenticator app, as text and as an address for the QR code. Users see the key only once. */
export const totpKey = {
  secret: field.text(100, { required: true }),
  uri: field.text(500, { required: true }),
} as const;

/** Creates the key for an authenticator app. The key is active after `confirmTotp`. */
export const beginTotp = defineCommand({
  type: "rf_BeginTotp",
  access: signedIn,
  input: { password },
  output: totpKey,
});

/**
 * New recovery codes, which are shown only once. Empty if the command made none, because the user already has recovery
 * codes.
 */
const recoveryCodes = { recoveryCodes: output.values<string>({ shape: "text" }) } as const;

/** Activates the authenticator app. The first code of the app proves that the user has set up the app. */
export const confirmTotp = defineCommand({
  type: "rf_ConfirmTotp",
  access: signedIn,
  input: { totpCode: field.text(10, { required: true }) },
  output: recoveryCodes,
});

export const removeTotp = defineCommand({
  type: "rf_RemoveTotp",
  access: signedIn,
  input: { password },
  output: {},
});

/** Replaces all recovery codes of the caller. */
export const renewRecoveryCodes = defineCommand({
  type: "rf_RenewRecoveryCodes",
  access: signedIn,
  input: { password },
  output: recoveryCodes,
});

/** Returns the options with which the browser creates a passkey (WebAuthn). */
export const beginPasskey = defineCommand({
  type: "rf_BeginPasskey",
  access: signedIn,
  input: { password },
  output: { options: output.json<Readonly<Record<string, unknown>>>({ shape: "object" }) },
});

/** Stores the passkey that the browser has created. */
export const addPasskey = defineCommand({
  type: "rf_AddPasskey",
  access: signedIn,
  input: {
    passkeyName: field.text(60, { required: true }),
    credential: field.json<Readonly<Record<string, unknown>>>("object"),
  },
  output: recoveryCodes,
});

export const renamePasskey = defineCommand({
  type: "rf_RenamePasskey",
  access: signedIn,
  input: { passkeyId: passkeyRow.passkeyId, passkeyName: passkeyRow.passkeyName },
  output: {},
});

export const removePasskey = defineCommand({
  type: "rf_RemovePasskey",
  access: signedIn,
  input: { passkeyId: passkeyRow.passkeyId, password },
  output: {},
});

/**
 * Removes all second factors of another user, who has lost them, and ends the user's sessions. Returns the number of
 * removed factors.
 */
export const resetSecondFactor = defineCommand({
  type: "rf_ResetSecondFactor",
  access: right(menus.user, "M", { peopleOnly: true }),
  input: { userId: user.fields.userId },
  output: { count: field.int({ required: true }) },
});
