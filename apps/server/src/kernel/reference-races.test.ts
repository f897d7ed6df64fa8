import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import type { Tx } from "./db/db.ts";
import { sql } from "./db/sql.ts";

const url = process.env.DATABASE_URL;

// Skipped on the embedded database: it has one connection, so two transactions never overlap there.
describe.skipIf(!url)("references to rows that another transaction archives (only with DATABASE_URL)", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("M1");
    await t.counter("C1");
  });

  /** Waits until some transaction waits for a lock. */
  const blocked = () =>
    expect
      .poll(async () => {
        const [found] = await t.rows<{ n: number }>(
          sql`select count(*)::int as n from pg_locks where not granted`,
        );
        return found?.n;
      })
      .toBeGreaterThan(0);

  /** Starts `request` while a transaction with `work` is open, and returns its answer after the commit. */
  async function during<T>(work: (tx: Tx) => Promise<unknown>, request: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined;
    await s.app.db.tx(t.id, async (tx) => {
      await work(tx);
      answer = request();
      await blocked();
    });
    if (!answer) throw new Error("the request was not sent");
    return answer;
  }

  const archiveMold = (tx: Tx) =>
    tx.query(sql`update mold set archived_date = now() where tenant_id = ${t.id} and mold_no = 'M1'`);

  it("are refused in an insert that waited for the archiving", async () => {
    const archive = (tx: Tx) =>
      tx.all([
        sql`select 1 from organization where tenant_id = ${t.id} and org_id = 'P2' for update`,
        sql`update organization set archived_date = now() where tenant_id = ${t.id} and org_id = 'P2'`,
      ]);
    const insert = () =>
      t.mold("M2", { SAVE_ADDRESS: "P2" }).then(
        () => "added",
        (cause: Error) => cause.message,
      );
    expect(await during(archive, insert)).toBe("mold: S0202^SAVE_ADDRESS");
  });

  it("are refused in a binding that waited for the archiving", async () => {
    const bind = () => t.admin.mitt({ Type: "rf_BindCounter", InParams: { MOLD_NO: "M1", WRITER_ID: "C1" } });
    const archive = async (tx: Tx) => {
      await tx.query(sql`select 1 from mold where tenant_id = ${t.id} and mold_no = 'M1' for update`);
      await archiveMold(tx);
    };
    expect(await during(archive, bind)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
  });

  /** Binds the counter to the mold as `rf_BindCounter` does, with its locks. */
  const bind = (tx: Tx) =>
    tx.all([
      sql`select 1 from mold where tenant_id = ${t.id} and mold_no = 'M1' for key share`,
      sql`select 1 from counter where tenant_id = ${t.id} and writer_id = 'C1' for share`,
      sql`
        insert into binding (tenant_id, mold_id, counter_id, bound_at)
        select m.tenant_id, m.mold_id, c.counter_id, now()
        from mold m
        join counter c on c.tenant_id = m.tenant_id
        where m.tenant_id = ${t.id} and m.mold_no = 'M1'
      `,
    ]);
  const retire = () =>
    t.admin.mitt({ Type: "rf_RetireCounters", InParams: { WRITER_IDS: ["C1"], REASON: "lost" } });
  /** Retires the counter by the form. */
  const editState = () =>
    t.admin.mitt({
      Type: "update",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [{ WRITER_ID: "C1", WRITER_STAT: 2 }],
    });
  const stateOf = async () =>
    (await t.rows(sql`select state from counter where tenant_id = ${t.id} and writer_id = 'C1'`))[0]?.state;

  it("are seen by a retirement of the counter that waited for them", async () => {
    expect(await during(bind, retire)).toMatchObject({ Code: 1, Msg: expect.stringMatching(/^S0226/) });
  });

  it("are seen by the form of the counter that waited for them", async () => {
    const before = await stateOf();
    expect(await during(bind, editState)).toMatchObject({ Code: 1 });
    expect(await stateOf()).toBe(before);
  });

  it("are refused in a binding that waited for the retirement of the counter", async () => {
    const retired = (tx: Tx) =>
      tx.query(sql`update counter set state = 2 where tenant_id = ${t.id} and writer_id = 'C1'`);
    const bindByScreen = () =>
      t.admin.mitt({ Type: "rf_BindCounter", InParams: { MOLD_NO: "M1", WRITER_ID: "C1" } });
    expect(await during(retired, bindByScreen)).toMatchObject({ Code: 1, Msg: "S0217" });
  });

  it("are seen by an archiving that waited for them", async () => {
    const archive = () =>
      t.admin.mitt({ Type: "archive", MENU_ID: "BS101", TableName: "BS_MOLD", Data: [{ MOLD_NO: "M1" }] });
    expect(await during(bind, archive)).toEqual({ Code: 1, Msg: "S0234^BS_MOLD_WRITER.MOLD_NO:1" });
  });
});
