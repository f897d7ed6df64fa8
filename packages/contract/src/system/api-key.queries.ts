import {
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  field,
  onlyWriters,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { maxOverlapHours } from "./api-key.rules.ts";

/**
 * State of an API key:
 * - `blocked`: the user who made the key is disabled, or belongs to another organization than the key.
 * - `expired`, `revoked`: the key is refused and can never be used again.
 */
export const apiKeyState = defineEnum("apiKeyState", {
  active: "active",
  blocked: "blocked",
  expired: "expired",
  revoked: "revoked",
});

const overlapHours = field.int({ required: true, min: 0, max: maxOverlapHours, unit: "h" });

/** A key with which another program calls the APIs. Only a hash of its secret is stored. */
export const apiKey = defineEntity({
  name: "apiKey",
  wire: "SYS_API_KEY",
  access: tableRights(menus.apiKey, { writers: onlyWriters("staff"), peopleOnly: "all" }),
  key: ["keyId"],
  fields: {
    keyId: field.int({ required: true }),
    keyName: field.text(50, { readOnly: true }),
    /** Beginning of the API key, by which its owner recognizes the key. */
    prefix: field.text(40, { wire: "KEY_PREFIX", readOnly: true }),
    /** User who made the API key. The key never has more rights than this user. */
    userId: field.text(50, { readOnly: true }),
    /** Rights of the API key, such as "BS101:Q". */
    scopes: {
      ...field.json<readonly string[]>({ list: "text" }),
      required: true as const,
      readOnly: true as const,
    },
    /** Organization whose rows the API key sees. Null: the key sees the same rows as the user who made the key. */
    orgId: field.text(50, { wire: "ORGANIZATION_ID", reference: "SYS_ORG", readOnly: true }),
    /** Networks (CIDR) from which the API key may be used, separated by commas. Null: from everywhere. */
    networks: field.text(1000, { readOnly: true }),
    expiresAt: field.time({ wire: "EXPIRES_TIME", readOnly: true }),
    lastUsedAt: field.time({ wire: "LAST_USED_TIME", readOnly: true }),
    lastUsedFrom: field.text(45, { readOnly: true }),
    /** Time until which the previous secret of the key stays valid after the latest rotation. */
    oldUntil: field.time({ wire: "OLD_UNTIL_TIME", readOnly: true }),
    revokedAt: field.time({ wire: "REVOKED_TIME", readOnly: true }),
    revokedBy: field.text(50, { readOnly: true }),
  },
});

const o = { only: ["staff"], peopleOnly: true } as const;

export const apiKeyList = defineQuery({
  menu: menus.apiKey,
  id: "Q01",
  access: right(menus.apiKey, "Q", o),
  key: ["keyId"],
  columns: {
    ...apiKey.fields,
    keyState: field.choice(apiKeyState, { virtual: true }),
    userName: field.text(50, { wire: "USERNAME", virtual: true }),
    orgName: field.text(100, { wire: "ORGANIZATION_NAME", virtual: true }),
  },
});

/** Creates an API key. Only the answer to this call contains the key. */
export const makeApiKey = defineCommand({
  type: "rf_MakeApiKey",
  access: right(menus.apiKey, "A", o),
  input: {
    keyName: field.text(50, { required: true }),
    scopes: { ...field.json<readonly string[]>({ list: "text" }), required: true as const },
    orgId: field.text(50, { wire: "ORGANIZATION_ID", reference: "SYS_ORG" }),
    networks: field.text(1000),
    expiresAt: field.time({ wire: "EXPIRES_TIME", required: true }),
  },
  output: {
    keyId: field.int({ required: true }),
    keyName: field.text(50, { required: true }),
    key: field.text(100, { required: true }),
  },
});

/** Replaces the secret of a key. The old secret stays valid for `overlapHours`. */
export const rotateApiKey = defineCommand({
  type: "rf_RotateApiKey",
  access: right(menus.apiKey, "M", o),
  input: {
    keyId: apiKey.fields.keyId,
    overlapHours,
    /** New expiry of the API key. Null: the expiry does not change. */
    expiresAt: field.time({ wire: "EXPIRES_TIME" }),
  },
  output: {
    key: field.text(100, { required: true }),
    oldUntil: field.time({ wire: "OLD_UNTIL_TIME", required: true }),
  },
});

/** Revokes a key at once. A revoked key can never be used again. */
export const revokeApiKey = defineCommand({
  type: "rf_RevokeApiKey",
  access: right(menus.apiKey, "D", o),
  input: { keyId: apiKey.fields.keyId },
  output: {},
});
