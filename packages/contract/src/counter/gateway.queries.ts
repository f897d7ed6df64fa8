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
import { maxOverlapHours } from "../system/api-key.rules.ts";

export const gatewayState = defineEnum("gatewayState", { active: "active", revoked: "revoked" });

/** A gateway, which sends readings of many counters, and its key. Only a hash of the key is stored. */
export const gateway = defineEntity({
  name: "gateway",
  wire: "BS_GATEWAY",
  access: tableRights(menus.gateway, { writers: onlyWriters("staff"), peopleOnly: "writes" }),
  key: ["gatewayId"],
  fields: {
    gatewayId: field.int({ required: true }),
    gatewayName: field.text(100, { virtual: true }),
    /** Beginning of the gateway's key. Null for keys of earlier versions of Shotkeeper. */
    prefix: field.text(40, { wire: "KEY_PREFIX", readOnly: true }),
    lastUsedAt: field.time({ wire: "LAST_USED_TIME", readOnly: true }),
    lastUsedFrom: field.text(45, { readOnly: true }),
    /** Time until which the previous key stays valid after the latest rotation. */
    oldUntil: field.time({ wire: "OLD_UNTIL_TIME", readOnly: true }),
    revokedAt: field.time({ wire: "REVOKED_TIME", readOnly: true }),
    revokedBy: field.text(50, { readOnly: true }),
  },
});

export const gatewayList = defineQuery({
  menu: menus.gateway,
  id: "Q01",
  access: right(menus.gateway, "Q", { only: ["staff"] }),
  key: ["gatewayId"],
  columns: { ...gateway.fields, gatewayState: field.choice(gatewayState, { virtual: true }) },
});

const o = { only: ["staff"], peopleOnly: true } as const;

/** Registers a gateway and creates its key. Only the answer to this call contains the key. */
export const makeGateway = defineCommand({
  type: "rf_MakeGateway",
  access: right(menus.gateway, "A", o),
  input: { gatewayName: field.text(100, { required: true }) },
  output: {
    gatewayId: field.int({ required: true }),
    gatewayName: field.text(100, { required: true }),
    key: field.text(100, { required: true }),
  },
});

/** Replaces the key of a gateway. The old key stays valid for `overlapHours`. */
export const rotateGateway = defineCommand({
  type: "rf_RotateGateway",
  access: right(menus.gateway, "M", o),
  input: {
    gatewayId: gateway.fields.gatewayId,
    overlapHours: field.int({ required: true, min: 0, max: maxOverlapHours, unit: "h" }),
  },
  output: {
    key: field.text(100, { required: true }),
    oldUntil: field.time({ wire: "OLD_UNTIL_TIME", required: true }),
  },
});

/** Revokes the key of a gateway at once and for good. Its open connections are closed. */
export const revokeGateway = defineCommand({
  type: "rf_RevokeGateway",
  access: right(menus.gateway, "D", o),
  input: { gatewayId: gateway.fields.gatewayId },
  output: {},
});
