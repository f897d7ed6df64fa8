import { randomBytes } from "node:crypto";
import { testDb } from "../../testing/database.ts";
import type { Ctx } from "../ctx.ts";
import { type DbRow, type Sql, sql } from "../db/sql.ts";
import { anyUser, noon, testCtx } from "./test-ctx.ts";

/** An empty tenant in the test database, with a user who has every right. */
export interface KernelTenant {
  readonly id: number;
  readonly code: string;
  readonly ctx: Ctx;
  /** Runs a statement as this tenant and returns its rows. */
  readonly rows: (statement: Sql) => Promise<DbRow[]>;
}

export async function kernelTenant(zone = "Asia/Shanghai"): Promise<KernelTenant> {
  const db = await testDb();
  const code = `k${randomBytes(6).toString("hex")}`;
  const [made] = await db.platform(
    sql`select app_create_tenant(${code}, ${code}, 'Test', ${zone}, false, ${new Date(noon)}) as id`,
  );
  const id = Number(made?.[0]?.id);
  return {
    id,
    code,
    ctx: testCtx({ db, who: { ...anyUser, tenantId: id, tenantCode: code, zone } }),
    rows: async (statement) => (await db.run(id, [statement]))[0] ?? [],
  };
}

export interface TestPerson {
  readonly role?: string | null;
  readonly rights?: readonly string[];
  readonly dataScope?: "tenant" | "organization";
  readonly orgId?: string;
  readonly status?: number;
  readonly passwordHash?: string;
}

/** Adds a user with a new role, or without a role if `role` is null. */
export async function addUser(t: KernelTenant, userId: string, o: TestPerson = {}): Promise<void> {
  const role = o.role === undefined ? `role-${userId}` : o.role;
  if (role !== null)
    await t.ctx.db.run(t.id, [
      sql`insert into role (tenant_id, role_code, role_name, data_scope)
        values (${t.id}, ${role}, ${role}, ${o.dataScope ?? "tenant"})`,
      sql`insert into role_right select ${t.id}, ${role}, unnest(${o.rights ?? []}::text[]) returning 1`,
    ]);
  const { orgId = null, status = 0, passwordHash = "" } = o;
  await t.rows(sql`insert into "user" (tenant_id, user_id, user_name, role_code, org_id, status, password_hash)
    values (${t.id}, ${userId}, ${`Name of ${userId}`}, ${role}, ${orgId}, ${status}, ${passwordHash})`);
}

/** Sets the seats and the due date of the tenant's licence. */
export async function setLicence(
  t: KernelTenant,
  o: { dueDate?: string | null; isControlled?: boolean; pcCount?: number; pdaCount?: number },
): Promise<void> {
  await t.rows(sql`update tenant set due_date = ${o.dueDate ?? null}, validity_control = ${o.isControlled ?? false},
    pc_count = ${o.pcCount ?? 0}, pda_count = ${o.pdaCount ?? 0} where tenant_id = ${t.id}`);
}
