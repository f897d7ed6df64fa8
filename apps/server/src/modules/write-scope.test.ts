import { snake } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import type { Principal, Scope } from "../kernel/principal.ts";
import { anyUser, testCtx } from "../kernel/testing/test-ctx.ts";
import { withServer } from "../testing/server.ts";
import { modules } from "./index.ts";

// Tables whose rows callers may update or delete. These writes use the table's condition `where`, which selects the
// rows that the caller may see. An insert does not use it.
const writable = modules
  .flatMap((m) => m.tables ?? [])
  .filter((t) => t.writes.includes("M") || t.writes.includes("D"));

/** Number that no tenant of the test has, so the statements find no rows. */
const noTenant = 2_000_000_000;
const org = (kind: "oem" | "plant" | "maker"): Scope => ({ kind, orgId: "X1" });
const callers: readonly (readonly [string, Partial<Principal>])[] = [
  ["the tenant", {}],
  ["an OEM", { scope: org("oem") }],
  ["a plant", { scope: org("plant") }],
  ["a maker", { scope: org("maker") }],
  ["a customer", { scope: { kind: "none" }, custId: "C1" }],
  ["nobody", { scope: { kind: "none" } }],
];

// Updates, deletions and archiving use a table's condition `where` without the joins of the table's list. If the
// condition used a joined table, these statements would fail, but only for users whose scope is a company.
describe.each(writable.map((t) => [t.entity.wire, t] as const))("the scope of %s", (_wire, table) => {
  it.each(callers)("is a condition on the row itself for a user of %s", async (_name, who) => {
    const { app } = await withServer();
    const ctx = testCtx({ db: app.db, who: { ...anyUser, tenantId: noTenant, ...who } });
    const statement = sql`
      select 1
      from ${sql.id(snake(table.entity.name))} t
      where ${table.where(ctx)}
      for update of t
    `;
    expect(await app.db.run(noTenant, [statement])).toEqual([[]]);
  });
});
