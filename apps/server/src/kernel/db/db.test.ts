import { setImmediate } from "node:timers/promises";
import { errors } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { isCluster } from "../../testing/cluster.ts";
import { testDb } from "../../testing/database.ts";
import { ServerScripts } from "../script/server-engine.ts";
import { said } from "../testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { Db, DbError } from "./db.ts";
import { openDb } from "./open.ts";
import { sql } from "./sql.ts";

let db: Db;
let t: KernelTenant;
let other: KernelTenant;
beforeAll(async () => {
  db = await testDb();
  [t, other] = [await kernelTenant(), await kernelTenant()];
});

const insert = (tenantId: number, id: string) =>
  sql`insert into dictionary (tenant_id, dict_code, dict_name) values (${tenantId}, ${id}, ${id})`;
const codes = async (of: KernelTenant) =>
  (await of.rows(sql`select dict_code from dictionary order by 1`)).map((r) => r.dict_code);

// `Db` leaves this setting out on a Citus cluster.
it.skipIf(isCluster)(
  "keeps one plan for statements by key, and lets the database choose for others",
  async () => {
    const mode = sql`select current_setting('plan_cache_mode') as mode`;
    expect(await db.lookUp(t.id, mode)).toEqual([[{ mode: "force_generic_plan" }]]);
    expect(await db.write(t.id, [mode])).toEqual([[{ mode: "force_generic_plan" }]]);
    expect(await db.run(t.id, [mode])).toEqual([[{ mode: "auto" }]]);
  },
);

describe("a run", () => {
  it("is one transaction of one tenant: all or nothing, without other tenants' rows", async () => {
    const results = await db.run(t.id, [insert(t.id, "A"), sql`select count(*) as n from dictionary`]);
    expect(results).toEqual([[], [{ n: 1 }]]);
    await expect(db.run(t.id, [insert(t.id, "B"), insert(t.id, "A")])).rejects.toMatchObject({
      name: "DbError",
      state: "23505",
      constraint: "dictionary_pkey",
    });
    expect(await codes(t)).toEqual(["A"]);
    expect(await codes(other)).toEqual([]);
    await expect(db.run(other.id, [insert(t.id, "C")])).rejects.toMatchObject({ state: "42501" });
    expect(await db.platform(sql`select count(*) as n from dictionary`)).toEqual([[{ n: 0 }]]);
  });

  it("reads and writes values unchanged", async () => {
    const values = [1.5, "a'b", true, null, ["x", null], new Date(0)];
    const [rows] = await db.run(t.id, [
      sql`select ${values[0]}::numeric as a, ${values[1]}::text as b, ${values[2]}::boolean as c,
        ${values[3]}::text as d,
        ${values[4]}::text[] as e, ${values[5]}::timestamptz as f, ${{ g: 1 }}::jsonb as g`,
    ]);
    const [a, b, c, d, e] = values;
    expect(rows).toEqual([{ a, b, c, d, e, f: "1970-01-01T00:00:00.000Z", g: { g: 1 } }]);
  });

  it("reports state and constraint of a failure, and the connection stays usable", async () => {
    await expect(db.run(t.id, [sql`select * from gone`])).rejects.toBeInstanceOf(DbError);
    const cause = await db.run(t.id, [sql`select 1/0`]).catch((e: unknown) => e);
    expect(cause).toMatchObject({
      state: "22012",
      constraint: "",
      message: "division by zero",
      name: "DbError",
    });
    expect(await db.run(t.id, [sql`select 1 as one`])).toEqual([[{ one: 1 }]]);
    const duplicate = await db.run(t.id, [insert(t.id, "A")]).catch((e: unknown) => e);
    // The error's detail contains the key. Under row-level security PostgreSQL may leave the detail out, so both cases
    // are accepted.
    expect(
      (duplicate as DbError).detail === undefined || typeof (duplicate as DbError).detail === "string",
    ).toBe(true);
  });

  it("shares a batched transaction if it is a small write or a look-up of a row", async () => {
    const writes = await Promise.all(
      ["W1", "W2", "W3"].map((id) => db.write(other.id, [insert(other.id, id)])),
    );
    expect(writes).toEqual([[[]], [[]], [[]]]);
    const reads = await Promise.all(
      ["W1", "W2", "W3"].map((id) =>
        db.lookUp(other.id, sql`select dict_code from dictionary where dict_code = ${id}`),
      ),
    );
    expect(reads.map((r) => r[0]?.[0]?.dict_code)).toEqual(["W1", "W2", "W3"]);
    const mixed = await Promise.allSettled(
      ["W4", "W1", "W5"].map((id) => db.write(other.id, [insert(other.id, id)])),
    );
    expect(mixed.map((m) => m.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await codes(other)).toEqual(["W1", "W2", "W3", "W4", "W5"]);
  });
});

const { DATABASE_URL: url } = process.env;
it.skipIf(!url)(
  "runs as many transactions of look-ups at a time as it may keep processors busy",
  async () => {
    const begunTogether = async (cores: number) => {
      const own = await openDb({ url, cores });
      const read = sql`select now()::text as begun, pg_sleep(0.01)`;
      const first = own.lookUp(t.id, read);
      await setImmediate();
      const second = own.lookUp(t.id, read);
      await setImmediate();
      const third = own.lookUp(t.id, read);
      const begun = (await Promise.all([first, second, third])).map(([rows]) => rows[0]?.begun);
      await own.close();
      return begun[1] === begun[2];
    };
    // With one transaction at a time, the second and the third look-up wait for the first one, and share the next
    // transaction.
    expect(await begunTogether(1)).toBe(true);
    expect(await begunTogether(2)).toBe(false);
    expect(await begunTogether(8)).toBe(false);
  },
);

describe("an interactive transaction", () => {
  it("reads its own writes and commits", async () => {
    const found = await db.tx(t.id, async (tx) => {
      expect(tx.tenantId).toBe(t.id);
      await tx.query(insert(t.id, "T1"));
      expect(await tx.all([insert(t.id, "T2"), sql`select 2 as two`])).toEqual([[], [{ two: 2 }]]);
      return tx.query(sql`select dict_code from dictionary where dict_code like 'T_' order by 1`);
    });
    expect(found.map((r) => r.dict_code)).toEqual(["T1", "T2"]);
    expect(await codes(t)).toEqual(["A", "T1", "T2"]);
  });

  it("runs queued statements before the next query, or with the commit", async () => {
    const seen = await db.tx(other.id, async (tx) => {
      tx.enqueue(insert(other.id, "Q1"));
      const rows = await tx.query(sql`select dict_code from dictionary where dict_code like 'Q_'`);
      tx.enqueue(insert(other.id, "Q2"), insert(other.id, "Q3"));
      return rows.map((r) => r.dict_code);
    });
    expect(seen).toEqual(["Q1"]);
    await db.tx(other.id, async (tx) => tx.enqueue(insert(other.id, "Q4")));
    const twice = db.tx(other.id, async (tx) => tx.enqueue(insert(other.id, "Q5"), insert(other.id, "Q1")));
    await expect(twice).rejects.toMatchObject({ state: "23505", constraint: "dictionary_pkey" });
    const refused = db.tx(other.id, async (tx) => {
      tx.enqueue(insert(other.id, "Q6"));
      throw errors.forbidden();
    });
    await expect(refused).rejects.toMatchObject({ message: said("forbidden") });
    const [rows] = await db.run(other.id, [
      sql`select dict_code from dictionary where dict_code like 'Q_' order by 1`,
    ]);
    expect(rows.map((r) => r.dict_code)).toEqual(["Q1", "Q2", "Q3", "Q4"]);
  });

  it("rolls back when its work fails", async () => {
    const causes = [new Error("a fault"), errors.forbidden(), undefined];
    for (const cause of causes) {
      const work = db.tx(t.id, async (tx) => {
        await tx.query(insert(t.id, "X"));
        if (cause) throw cause;
        await tx.query(sql`select 1/0`);
      });
      await (cause
        ? expect(work).rejects.toBe(cause)
        : expect(work).rejects.toMatchObject({ state: "22012" }));
      expect(await codes(t)).toEqual(["A", "T1", "T2"]);
    }
  });

  it("is tried four times after retryable conflicts, and once after other errors", async () => {
    for (const [state, tries] of [
      ["40001", 4],
      ["40P01", 4],
      ["23505", 1],
    ] as const) {
      let n = 0;
      const work = db.tx(t.id, async () => {
        n++;
        throw new DbError(state, "", "lost");
      });
      await expect(work).rejects.toMatchObject({ state });
      expect(n).toBe(tries);
    }
    let n = 0;
    const second = await db.tx(t.id, async () => {
      if (++n < 2) throw new DbError("40001", "", "lost");
      return "won";
    });
    expect(second).toBe("won");
  });
});

it("rejects if no database answers", async () => {
  const key = { inner: Buffer.alloc(64), outer: Buffer.alloc(64) };
  const url = "postgres://nobody@127.0.0.1:1/none";
  const nowhere = new Db({ url, scripts: () => new ServerScripts({ url }, key) });
  const statement = { text: "select 1", values: [], views: new Map() };
  await expect(nowhere.scripts.run(1, statement)).rejects.toMatchObject({
    message: said("databaseUnavailable"),
  });
  await expect(nowhere.platform(sql`select 1`)).rejects.toMatchObject({
    message: said("databaseUnavailable"),
    status: 503,
  });
  await expect(nowhere.tx(1, async () => 1)).rejects.toMatchObject({
    message: said("databaseUnavailable"),
    status: 503,
  });
  expect(nowhere.engine).toBe("postgresql");
  expect(nowhere.connections).toMatchObject({ total: 0, idle: 0, waiting: 0 });
  await nowhere.close();
});
