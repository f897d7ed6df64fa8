import { companyRole } from "@shotkeeper/contract/shop";
import { sql } from "../../kernel/db/sql.ts";
import { logIn, type TestServer, type TestUser } from "../server.ts";
import { asOwner } from "./recorder.ts";

/**
 * Simulated user with a role and a company. The user may change only rows of this company; staff may change all rows.
 */
export interface Person {
  readonly userId: string;
  readonly roleCode: string;
  readonly kind: "staff" | "oem" | "plant" | "maker" | "customer";
  /** Id of the organization or customer. Null: the user belongs to the staff. */
  readonly company: string | null;
  /** Percentage of all requests that this user sends. */
  readonly weight: number;
}

/** The simulated users of a test run. Two of them are administrators, because many documents need a second person. */
export const people: readonly Person[] = [
  { userId: "admin", roleCode: "admin", kind: "staff", company: null, weight: 34 },
  { userId: "admin2", roleCode: "admin", kind: "staff", company: null, weight: 26 },
  { userId: "dev", roleCode: "dev", kind: "staff", company: null, weight: 3 },
  { userId: "oem", roleCode: "oem", kind: "oem", company: "OEM01", weight: 6 },
  { userId: "oem2", roleCode: "oem", kind: "oem", company: "OEM02", weight: 4 },
  { userId: "plant", roleCode: "plant", kind: "plant", company: "PLANT01", weight: 8 },
  { userId: "li.qiang", roleCode: "plant", kind: "plant", company: "PLANT02", weight: 5 },
  { userId: "maker", roleCode: "maker", kind: "maker", company: "MAKER01", weight: 4 },
  { userId: "cust", roleCode: "cust", kind: "customer", company: "C001", weight: 6 },
  { userId: "cust2", roleCode: "cust", kind: "customer", company: "C003", weight: 4 },
];

const rolesOf = (p: Person) =>
  p.kind === "customer" ? { org: null, cust: p.company } : { org: p.company, cust: null };

/**
 * Adds the simulated users that the demo data do not contain, and repairs all ten users. The simulated administrators
 * disable users, change their companies and passwords, and remove rights from their roles. Without the repair, the
 * users of a run would soon have no rights left. `passwordHash` is the hash of the demo's password.
 */
export async function repairPeople(
  s: TestServer,
  tenantId: number,
  { rights, passwordHash }: { readonly rights: Rights; readonly passwordHash: string },
): Promise<void> {
  await s.app.db.platform(
    asOwner(
      `update tenant set require_second_factor = false where tenant_id = ${tenantId} and require_second_factor;`,
    ),
  );
  await s.app.db.run(tenantId, [
    sql`
      insert into role (tenant_id, role_code, role_name, data_scope)
      select
        ${tenantId}::int, x.code, x.code, case when x.code in ('admin', 'dev') then 'tenant' else 'organization' end
      from unnest(${[...rights.keys()]}::text[]) x (code)
      on conflict (tenant_id, role_code) do update
        set data_scope = excluded.data_scope, require_second_factor = false
        where role.data_scope <> excluded.data_scope or role.require_second_factor
    `,
    ...[...rights].map(
      ([role, list]) => sql`
        insert into role_right (tenant_id, role_code, authority)
        select ${tenantId}::int, ${role}, x from unnest(${list}::text[]) x
        on conflict do nothing
      `,
    ),
    ...people.map((p) => {
      const { org, cust } = rolesOf(p);
      const role = companyRole.values[p.kind === "customer" ? "approver" : "buyer"];
      return sql`
        insert into "user" as u (
          tenant_id, user_id, user_name, status, org_id, role_code, cust_id, company_role, password_hash
        )
        values (
          ${tenantId}, ${p.userId}, ${p.userId}, 0, ${org}, ${p.roleCode}, ${cust}, ${role}::int, ${passwordHash}
        )
        on conflict (tenant_id, user_id) do update
          set
            status = 0, org_id = ${org}, role_code = ${p.roleCode}, cust_id = ${cust}, company_role = ${role}::int,
            password_hash = ${passwordHash}, must_change_password = false
          where (u.status, u.org_id, u.role_code, u.cust_id, u.company_role, u.password_hash, u.must_change_password)
            is distinct from (
              0, ${org}::text, ${p.roleCode}::text, ${cust}::text, ${role}::int, ${passwordHash}::text, false
            )
      `;
    }),
  ]);
}

/** Rights by role code, as the demo data grant them. */
export type Rights = ReadonlyMap<string, readonly string[]>;

export async function readRights(s: TestServer, tenantId: number): Promise<Rights> {
  const [rows] = await s.app.db.run(tenantId, [
    sql<{ role_code: string; list: readonly string[] }>`
      select role_code, array_agg(authority order by authority) as list
      from role_right
      where tenant_id = ${tenantId}
      group by role_code
    `,
  ]);
  return new Map(rows.map((r) => [r.role_code, r.list]));
}

/** Returns the hash of the password that the users of the demo have. */
export async function readPasswordHash(s: TestServer, tenantId: number): Promise<string> {
  const [rows] = await s.app.db.run(tenantId, [
    sql<{ password_hash: string }>`
      select password_hash from "user" where tenant_id = ${tenantId} and user_id = 'admin'
    `,
  ]);
  return rows[0]?.password_hash ?? "";
}

export async function logInAll(s: TestServer, tenantId: number): Promise<Map<string, TestUser>> {
  const users = new Map<string, TestUser>();
  for (const p of people) users.set(p.userId, await logIn(s, tenantId, p.userId));
  return users;
}
