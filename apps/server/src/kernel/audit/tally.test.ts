import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { AuditTally } from "./tally.ts";

let t: KernelTenant;
let now = noon;
let tally: AuditTally;
beforeEach(async () => {
  t = await kernelTenant();
  now = noon;
  tally = new AuditTally(t.ctx.db, () => now);
});

const refused = (userId: string, target = "BS_MOLD", action = "refused") =>
  tally.record({
    tenantId: t.id,
    userId,
    action,
    target,
    key: "update",
    client: { address: "192.0.2.1", device: "test" },
    facts: { code: "S0020" },
  });
const lines = () =>
  t.rows(
    sql`
      select user_id, target, client_address, client_device, after
      from system_log
      where tenant_id = ${t.id}
      order by log_id
    `,
  );

describe("repeated events", () => {
  it("are written at once, and repetitions as one line with their number", async () => {
    await refused("ann");
    const first = {
      user_id: "ann",
      target: "BS_MOLD",
      client_address: "192.0.2.1",
      client_device: "test",
      after: { code: "S0020" },
    };
    expect(await lines()).toEqual([first]);
    for (let i = 0; i < 500; i++) await refused("ann");
    expect(await lines()).toHaveLength(1);
    await tally.flush(false);
    expect(await lines()).toHaveLength(1);
    now += 10 * 60_000;
    await tally.flush(false);
    expect(await lines()).toEqual([first, { ...first, after: { code: "S0020", count: 500 } }]);
    await refused("ann");
    expect(await lines()).toHaveLength(3);
  });

  it("get at most 202 lines in ten minutes: the refused log-ins of a tenant", async () => {
    for (let i = 0; i < 2_000; i++) await refused(`user-${i}`, `T-${i}`, "loginFailed");
    // "*" is the user name of the line that sums up all events beyond the limit. Events of a user who is really named
    // "*" must also stay within the limit.
    for (let i = 0; i < 300; i++) await refused("*", `T-${i}`, "loginFailed");
    await tally.close();
    const all = await lines();
    expect(all.length).toBeLessThanOrEqual(202);
    expect(all.at(-1)).toMatchObject({ user_id: "*", after: { count: 2_199 } });
  });

  it("get at most 202 lines in ten minutes: the refusals of a user, who stays named", async () => {
    for (let i = 0; i < 2_000; i++) await refused("ann", `T-${i}`);
    await refused("bob", "BS_MOLD", "export");
    await tally.close();
    const all = await lines();
    expect(all.length).toBeLessThanOrEqual(203);
    expect(all.filter((l) => l.user_id === "ann")).toHaveLength(all.length - 1);
    expect(all).toContainEqual(expect.objectContaining({ user_id: "bob", target: "BS_MOLD" }));
  });

  it("are counted together only if all their facts are equal", async () => {
    const exported = (facts: Record<string, string | number>, device = "test") =>
      tally.record({
        ...{ tenantId: t.id, userId: "ann", action: "export", target: "BS_MOLD", key: "Q01" },
        ...{ client: { address: "192.0.2.1", device }, facts },
      });
    await exported({ rows: 10 });
    await exported({ rows: 100_000 });
    await exported({ rows: 10, viewedUser: "bob" });
    await exported({ rows: 10 }, "other");
    await exported({ rows: 10 });
    await tally.close();
    expect((await lines()).map((l) => l.after)).toEqual([
      { rows: 10 },
      { rows: 100_000 },
      { rows: 10, viewedUser: "bob" },
      { rows: 10 },
      { rows: 10 },
    ]);
  });

  it("are written when the server stops", async () => {
    await refused("ann");
    await refused("ann");
    await tally.close();
    expect(await lines()).toHaveLength(2);
  });
});
