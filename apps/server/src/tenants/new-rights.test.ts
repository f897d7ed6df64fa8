import { beforeAll, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { allRights } from "./create-tenant.ts";
import { grantNewRights } from "./new-rights.ts";

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

it("grants new rights to administrators once, and keeps the rights that each tenant has set", async () => {
  const { db } = s.app;
  const has = async (role: string, right: string) => {
    const [rows] = await db.run(t.id, [
      sql`select 1 from role_right where tenant_id = ${t.id} and role_code = ${role} and authority = ${right}`,
    ]);
    return rows?.length === 1;
  };
  const old = allRights();
  const [withdrawn = ""] = old;
  await grantNewRights(db, old);
  await db.run(t.id, [
    sql`delete from role_right where tenant_id = ${t.id} and role_code = 'admin' and authority = ${withdrawn}`,
    sql`insert into role (tenant_id, role_code, role_name, data_scope) values (${t.id}, 'other', 'Other', 'tenant')`,
  ]);
  const later = [...old, `ZZ${t.id}:Q`];
  const fresh = later.at(-1) ?? "";
  await grantNewRights(db, later);
  expect([await has("admin", fresh), await has("other", fresh), await has("admin", withdrawn)]).toEqual([
    true,
    false,
    false,
  ]);
  // A tenant takes the new right away from its role. The next start must not grant it again.
  await db.run(t.id, [sql`delete from role_right where tenant_id = ${t.id} and authority = ${fresh}`]);
  await grantNewRights(db, later);
  expect(await has("admin", fresh)).toBe(false);
});
