import { type CommandOutput, defineCommand, defineEnum, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { role } from "./system.entity.ts";

/**
 * States which users must sign in by the single sign-on provider. `required`: all users except those who may change
 * these settings. `requiredForAll`: all users. With `requiredForAll`, a failure of the provider locks everybody out
 * until the server's operator has run a command.
 */
export const ssoMode = defineEnum("ssoMode", {
  off: "off",
  optional: "optional",
  required: "required",
  requiredForAll: "requiredForAll",
});

/** A value of the role claim, and the role that users with this value get. */
export interface RoleOfClaim {
  readonly value: string;
  readonly role: string;
}

const settings = {
  signOnMode: field.choice(ssoMode, { required: true }),
  /**
   * Address of the provider. The provider's metadata are at this address followed by /.well-known/openid-configuration.
   */
  issuer: field.text(150, { required: true, pattern: /^https?:\/\/[^\s?#]+$/ }),
  clientId: field.text(150, { required: true }),
  /** Name of the provider on the log-in page. */
  providerName: field.text(40, { required: true }),
  /** OAuth scopes to request in addition to openid, profile and email, separated by spaces. */
  extraScopes: field.text(150),
  /** Claim with the user's groups or roles. Dots address nested claims, for example realm_access.roles. */
  roleClaim: field.text(100),
  /** Maps values of `roleClaim` to roles. A user gets the role of the first entry whose value the claim contains. */
  roleMap: field.json<readonly RoleOfClaim[]>({ list: { properties: { value: "text", role: "text" } } }),
  /** Role of users whose `roleClaim` matches no entry of `roleMap`. Empty: the sign-in of such users is refused. */
  defaultRole: field.text(50, { reference: role.wire }),
  /** Domain of the mail addresses that may sign in. Empty: every address. */
  mailDomain: field.text(100, { pattern: /^[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/ }),
  /** True: the first sign-in of an unknown account creates a user. */
  createsUsers: field.flag({ required: true }),
  /**
   * True: the first sign-in links the account to the user with the same mail address, if the provider has verified it.
   */
  linksByMail: field.flag({ required: true }),
} as const;

/** Returns the settings of the single sign-on. The client secret never leaves the server. */
export const ssoSettings = defineCommand({
  type: "rf_SsoSettings",
  access: right(menus.tenant, "Q", { only: ["staff"], peopleOnly: true }),
  input: {},
  output: {
    ...settings,
    hasSecret: field.flag({ required: true }),
    /** Address to which the provider must send users back. */
    redirectUri: field.text(300, { required: true }),
    updatedBy: field.text(50),
    updatedDate: field.time(),
  },
});

export type SsoSettings = CommandOutput<typeof ssoSettings>;

/**
 * Stores the settings of single sign-on. Without `clientSecret`, the stored secret stays, unless `withoutSecret`
 * removes it. Another issuer needs one of the two. `updatedDate` is the version that the caller has read (optimistic
 * lock). A wrong provider could sign in as any user, so the caller must confirm with the password. Users without a
 * password must have signed in within the last ten minutes instead.
 */
export const saveSso = defineCommand({
  type: "rf_SaveSso",
  access: right(menus.tenant, "M", { only: ["staff"], peopleOnly: true }),
  input: {
    ...settings,
    clientSecret: field.text(300),
    /** True: removes the stored secret. The provider must then accept the client as a public one, which uses PKCE. */
    withoutSecret: field.flag(),
    password: field.text(100),
    updatedDate: field.time(),
  },
  output: {},
  success: "updated",
});

/** Reads the provider's metadata, so that an administrator notices a wrong address before users try to sign in. */
export const testSso = defineCommand({
  type: "rf_TestSso",
  access: right(menus.tenant, "M", { only: ["staff"], peopleOnly: true }),
  input: { issuer: settings.issuer },
  output: { authorizationEndpoint: field.text(500, { required: true }) },
});
