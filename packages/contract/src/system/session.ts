import { type CallerKind, field, type OutputOf, output } from "../kernel/index.ts";
import { orgType, role, user } from "./system.entity.ts";
import { tenant } from "./tenant.entity.ts";

const menuRow = {
  menuId: field.text(50, { required: true }),
  /** Id of the section to which the menu entry belongs. Empty if the entry is a section. */
  parentId: field.text(50, { required: true }),
  /** Route of the screen. Empty if the entry is a section. */
  path: field.text(100, { required: true }),
  icon: field.text(30, { required: true }),
  sortNumber: field.int({ required: true }),
  orgId: field.text(50, { wire: "ORGANIZATION_ID" }),
  /** Names that the tenant has given to the menu entry, by language. Null in a language with the default name. */
  names: output.keyed<string | null>(),
} as const;

/** The customer to whom a user of the shop belongs (spec shop §3, User info). */
const customerFacts = {
  custId: field.text(50, { required: true }),
  custName: field.text(100, { required: true }),
  defaultOem: field.text(100),
  statementDays: field.int({ wire: "MON_DAYS" }),
  /** Host factories for which the customer may buy. */
  oems: output.rows({ oemName: field.text(100, { required: true }) }),
} as const;

/** The record `data.user` in the answer of GET /user, which describes the user of the session. */
export const sessionUser = {
  info: output.nested(
    {
      userId: user.fields.userId,
      userName: user.fields.userName,
      nickname: user.fields.nickname,
      sex: user.fields.sex,
      phone: user.fields.phone,
      mail: user.fields.mail,
      orgId: user.fields.orgId,
      orgName: field.text(100, { wire: "ORGANIZATION_NAME" }),
      orgType: field.choice(orgType, { wire: "ORGANIZATION_TYPE" }),
      custId: field.text(50, { wire: "CUST_SEQ" }),
      roleCode: user.fields.roleCode,
      roleName: field.text(50),
      tenantCode: tenant.fields.code,
      fullName: tenant.fields.fullName,
      /** Time zone of the tenant (IANA name). All pages show times in this zone. */
      zone: field.text(50, { required: true, wire: "TIME_ZONE" }),
    },
    { wire: "info" },
  ),
  /** The screens that the user may open, and the sections of these screens. */
  menus: output.rows(menuRow, { wire: "menus" }),
  /** Rights of the user. Example: "BS101:Q" is the right to query (Q) on the screen BS101. */
  authorities: output.values<string>({ wire: "authorities", shape: "text" }),
  roles: output.rows({ roleCode: role.fields.roleCode, roleName: role.fields.roleName }, { wire: "roles" }),
  cust: output.optional(customerFacts, { wire: "cust" }),
  /** The administrator who uses "View as this user" in this session. Null if the user signed in normally. */
  viewer: output.optional(
    {
      userId: user.fields.userId,
      userName: user.fields.userName,
      /** Time at which the view ends. */
      until: field.time({ required: true, wire: "VIEW_UNTIL" }),
      /** True: the user has rights that the administrator lacks. The session does not include these rights. */
      isPartial: output.bool(),
    },
    { wire: "viewer" },
  ),
  /** Kind of the user. Some operations are limited to some kinds of callers. */
  callerKind: output.json<CallerKind>({ shape: "text" }),
  /**
   * True if this user may do two steps of one document that usually need two persons. The tenant must allow this, and
   * the user must be the only enabled user of the organization.
   */
  mayStepAlone: output.bool(),
  /** True if the user must change the password before anything else. */
  mustChangePassword: output.bool(),
  /** Shortest length of a new password. */
  passwordMinLength: field.int({ required: true }),
} as const;

export type SessionUser = OutputOf<typeof sessionUser>;
