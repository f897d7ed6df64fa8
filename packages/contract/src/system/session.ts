import { field, type OutputOf, output } from "../kernel/index.ts";
import { orgType, role, user } from "./system.entity.ts";
import { tenant } from "./tenant.entity.ts";

const menuRow = {
  menuId: field.text(50, { required: true }),
  /** The section; empty for a section itself. */
  parentId: field.text(50, { required: true }),
  /** Empty for a section. */
  path: field.text(100, { required: true }),
  icon: field.text(30, { required: true }),
  sortNumber: field.int({ required: true }),
  orgId: field.text(50, { wire: "ORGANIZATION_ID" }),
  /** The tenant's own name by language; null where it uses the default. */
  names: output.keyed<string | null>(),
} as const;

/** The customer of a shop user (spec shop §3, User info). */
const customerFacts = {
  custId: field.text(50, { required: true }),
  custName: field.text(100, { required: true }),
  defaultOem: field.text(100),
  statementDays: field.int({ wire: "MON_DAYS" }),
  /** Host factories that the customer may choose. */
  oems: output.rows({ oemName: field.text(100, { required: true }) }),
} as const;

/** The record `data.user` of GET /user. */
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
    },
    { wire: "info" },
  ),
  /** The screens that the user may open and their sections. */
  menus: output.rows(menuRow, { wire: "menus" }),
  /** "BS101:Q" … */
  authorities: output.values<string>({ wire: "authorities" }),
  roles: output.rows({ roleCode: role.fields.roleCode, roleName: role.fields.roleName }, { wire: "roles" }),
  cust: output.optional(customerFacts, { wire: "cust" }),
} as const;

export type SessionUser = OutputOf<typeof sessionUser>;
