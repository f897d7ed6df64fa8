import { errors } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import { type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import type { CallerDb, Db } from "./db.ts";
import { sql } from "./sql.ts";

let db: Db;
let t: KernelTenant;
beforeEach(async () => {
  db = await testDb();
  t = await kernelTenant();
});

const insert = (id: string) =>
  sql`insert into dictionary (tenant_id, dict_code, dict_name) values (${t.id}, ${id}, ${id})`;
const codes = async (from: CallerDb) => {
  const [rows] = await from.run(t.id, [
    sql<{ dict_code: string }>`select dict_code from dictionary order by 1`,
  ]);
  return rows.map((r) => r.dict_code);
};

describe("a dry run", () => {
  it("sees what it writes, and leaves nothing", async () => {
    const seen = await db.dryRun(t.id, async (dry) => {
      await dry.write(t.id, [insert("A")]);
      await dry.tx(t.id, (tx) => tx.query(insert("B")));
      return codes(dry);
    });
    expect(seen).toEqual(["A", "B"]);
    expect(await codes(db)).toEqual([]);
  });

  it("undoes only the transaction that fails, and goes on", async () => {
    const seen = await db.dryRun(t.id, async (dry) => {
      await dry.run(t.id, [insert("A")]);
      await expect(dry.run(t.id, [insert("B"), insert("A")])).rejects.toMatchObject({ state: "23505" });
      const refused = dry.tx(t.id, async (tx) => {
        await tx.query(insert("C"));
        throw errors.wrongState();
      });
      await expect(refused).rejects.toThrow("S0212");
      return codes(dry);
    });
    expect(seen).toEqual(["A"]);
  });

  it("may contain another dry run, which is undone at once", async () => {
    const seen = await db.dryRun(t.id, async (dry) => {
      const inner = await dry.dryRun(t.id, async (again) => {
        await again.run(t.id, [insert("A")]);
        return codes(again);
      });
      return [inner, await codes(dry)];
    });
    expect(seen).toEqual([["A"], []]);
  });

  it("passes a refusal on, and the connection stays usable", async () => {
    const refused = db.dryRun(t.id, async (dry) => {
      await dry.run(t.id, [insert("A")]);
      throw errors.wrongState();
    });
    await expect(refused).rejects.toThrow("S0212");
    expect(await codes(db)).toEqual([]);
  });

  it("refuses work that goes on after its end, and other tenants", async () => {
    const kept: CallerDb[] = [];
    await db.dryRun(t.id, async (dry) => {
      kept.push(dry);
      await expect(dry.run(t.id + 1, [sql`select 1`])).rejects.toThrow("one tenant");
    });
    await expect(kept[0]?.run(t.id, [insert("A")])).rejects.toThrow("S0239");
    expect(await codes(db)).toEqual([]);
  });
});
