import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { sql } from "./db/sql.ts";

const tables = { MENU_ID: "BS103", TableName: "BS_CUST" };
const customer = (no: string) => ({
  CUST_ID: no,
  CUST_NAME: `Name ${no}`,
  CONET_TEL: "13800001001",
  FIXED_TEL: "0574-86220000-12",
  SOCIAL_CODE: "91350100M000100Y43",
  MON_DAYS: 30,
});

describe("rows written concurrently", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const log = async () =>
    (await t.admin.list("SYS100", "Q03", where("TARGET", "BS_CUST"))).map(
      (h) => `${h.ACTION} ${h.TARGET_KEY}`,
    );

  it("are refused or stored individually, with one log entry each", async () => {
    // Each number is sent twice, so the server must refuse one of the two rows as a duplicate.
    const numbers = Array.from({ length: 40 }, (_, i) => `C${i % 20}`);
    const answers = await Promise.all(
      numbers.map((no) => t.admin.mitt({ Type: "insert", ...tables, Data: [customer(no)] })),
    );
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(20);
    expect(answers.filter((a) => a.Code === 1).map((a) => a.Msg)).toEqual(
      Array.from({ length: 20 }, () => "S0029^CUST_ID"),
    );
    expect(await t.admin.list("BS103", "Q01")).toHaveLength(20);
    expect((await log()).sort()).toEqual([...new Set(numbers)].map((no) => `insert ${no}`).sort());
  });

  it("use the optimistic lock also within a shared transaction", async () => {
    await t.admin.mitt({ Type: "insert", ...tables, Data: [customer("A"), customer("B"), customer("C")] });
    const seen = new Map(
      (await t.admin.list("BS103", "Q01")).map((r) => [String(r.CUST_ID), r.UPDATED_DATE]),
    );
    s.clock.now += 1000;
    const update = (no: string, days: number) =>
      t.admin.mitt({
        Type: "update",
        ...tables,
        Data: [{ CUST_ID: no, MON_DAYS: days, UPDATED_DATE: seen.get(no) }],
      });
    const days = [1, 2, 3, 4, 5];
    const answers = await Promise.all(days.flatMap((d) => ["A", "B", "C"].map((no) => update(no, d))));
    // The test updates three rows, each five times concurrently with the same optimistic lock. One update per row
    // succeeds, the other four are refused.
    expect(answers.filter((a) => a.Code === 0)).toHaveLength(3);
    expect(answers.filter((a) => a.Code === 1).map((a) => a.Msg)).toEqual(Array(12).fill("S0017"));
    expect((await log()).filter((l) => l.startsWith("update")).sort()).toEqual([
      "update A",
      "update B",
      "update C",
    ]);
  });

  it("are locked without the optimistic lock, so the log shows each change from the previous value", async () => {
    await t.admin.mitt({ Type: "insert", ...tables, Data: [customer("A")] });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        t.admin.mitt({ Type: "update", ...tables, Data: [{ CUST_ID: "A", MON_DAYS: i + 1 }] }),
      ),
    );
    expect(answers.every((a) => a.Code === 0)).toBe(true);
    const rows = await t.rows<{ b: string; a: string; since: string; until: string }>(
      sql`select before->>'statement_days' as b, after->>'statement_days' as a,
          before->>'updated_date' as since, after->>'updated_date' as until from system_log
        where tenant_id = ${t.id} and target = 'BS_CUST' and action = 'update' order by log_id`,
    );
    const chain = rows.map((r) => [Number(r.b), Number(r.a)]);
    expect(chain).toHaveLength(12);
    for (let i = 1; i < chain.length; i++) expect(chain[i]?.[0]).toBe(chain[i - 1]?.[1]);
    expect(chain[0]?.[0]).toBe(30);
    // In the log, each old value must equal the new value of the previous entry. With different time formats, the log
    // would show changes that did not happen.
    for (let i = 1; i < rows.length; i++) expect(rows[i]?.since).toBe(rows[i - 1]?.until);
  });
});
