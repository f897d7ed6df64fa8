import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codes } from "@shotkeeper/contract/kernel";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireExport } from "../cli/leaving-commands.ts";
import { seedDemo } from "../demo/seed.ts";
import { readConfig } from "../kernel/config.ts";
import { asOwner, openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { meaningOf } from "../kernel/failures.ts";
import { makeApp } from "../make-app.ts";
import { readingAt } from "../testing/reading.ts";
import { exportTenant, readExport } from "./export-tenant.ts";
import { type Removal, type RemovalStep, removalFile, removeTenant } from "./remove-tenant.ts";
import { countRows, showTenant, tablesOfTenant } from "./tables-of-tenant.ts";

const now = Date.parse("2026-05-20T04:00:00Z");

describe("a tenant that leaves", () => {
  const dir = mkdtempSync(join(tmpdir(), "shotkeeper-leave-"));
  const dataDir = join(dir, "data");
  const filesDir = join(dataDir, "files");
  const place = { dataDir, filesDir };
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const db = await openDb(place);
    const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
    for (const code of ["goes", "stays"]) {
      // Deletes the chip codes of the other tenant, because chip codes are unique over all tenants and both tenants
      // would have the chip codes of the demo.
      await db.platform(sql`delete from chip`);
      const id = await seedDemo(app, code);
      ids[code] = id;
      const [counters] = await db.run(id, [
        sql<{ id: number }>`select counter_id as id from counter where tenant_id = ${id}`,
      ]);
      await app.ledger.ingest(
        id,
        counters.flatMap(({ id: c }) =>
          [0, 1, 2].map((n) => readingAt(c, now - (3 - n) * 3_600_000, 10 * n)),
        ),
      );
      for (const name of ["abcdefghijkl", "archive/2025-01-x.parquet"]) {
        mkdirSync(join(filesDir, String(id), "archive"), { recursive: true });
        writeFileSync(join(filesDir, String(id), name), `file of ${code}`);
      }
    }
    await db.close();
  }, 180_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const counted = (owner: pg.Client, code: string) =>
    (async () => {
      await owner.query("begin");
      await showTenant(owner, ids[code] ?? 0);
      const counts = await countRows(owner, await tablesOfTenant(owner), ids[code] ?? 0);
      await owner.query("commit");
      return counts;
    })();
  const target = join(dir, "export");

  it("is exported whole: every row of every table, and every file", async () => {
    const m = await asOwner(place, (owner) => exportTenant(owner, filesDir, "goes", target));
    const counts = await asOwner(place, (owner) => counted(owner, "goes"));
    expect(Object.fromEntries(m.tables.map((t) => [t.name, t.rows]))).toEqual(counts);
    expect(counts).toMatchObject({ tenant: 1 });
    expect(counts.reading).toBeGreaterThan(20);
    expect(Object.values(counts).filter((n) => n > 0).length).toBeGreaterThan(25);
    expect(m.files.map((f) => f.path)).toEqual(["files/abcdefghijkl", "files/archive/2025-01-x.parquet"]);
    for (const t of m.tables) {
      const lines = readFileSync(join(target, t.path), "utf8")
        .split("\n")
        .filter((l) => l !== "");
      expect(lines).toHaveLength(t.rows);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ tenant_id: ids.goes });
    }
    expect(await readExport(target)).toEqual(m);
    await expect(asOwner(place, (owner) => exportTenant(owner, filesDir, "goes", target))).rejects.toThrow(
      "exists",
    );
    await expect(asOwner(place, (o) => exportTenant(o, filesDir, "nobody", join(dir, "x")))).rejects.toThrow(
      "no tenant",
    );
  });

  it("needs a fresh and whole export, or says that it has none", async () => {
    const made = Date.parse((await readExport(target)).madeAt);
    await expect(requireExport("goes", {}, made)).rejects.toThrow("export goes DIRECTORY");
    await expect(requireExport("stays", { export: target }, made)).rejects.toThrow("of goes, not of stays");
    await expect(requireExport("goes", { export: target }, made + 25 * 3_600_000)).rejects.toThrow(
      "24 hours",
    );
    await expect(requireExport("goes", { export: target, "without-export": true }, made)).rejects.toThrow(
      "either",
    );
    expect(await requireExport("goes", { "without-export": true }, made)).toBeNull();
    expect(await requireExport("goes", { export: target }, made)).toMatchObject({
      madeAt: expect.any(String),
    });
    const path = join(target, "tables/mold.ndjson");
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(1));
    await expect(requireExport("goes", { export: target }, made)).rejects.toThrow("tables/mold.ndjson");
    writeFileSync(path, whole);
  });

  it("is removed whole, also if the removal is interrupted after each of its steps", {
    timeout: 240_000,
  }, async () => {
    const remove = (stop?: RemovalStep): Promise<Removal> =>
      asOwner(place, (owner) =>
        removeTenant(owner, {
          dataDir,
          filesDir,
          code: "goes",
          export: null,
          waitMs: 0,
          onClosed: async () => {},
          onStep: (step) => {
            if (step === stop) throw new Error(`ended after ${step}`);
          },
        }),
      );
    const before = await asOwner(place, (owner) => counted(owner, "stays"));
    const own = await asOwner(place, (owner) => counted(owner, "goes"));
    await expect(remove("closed")).rejects.toThrow("ended after closed");
    // Reads three signs that the tenant is closed: its code is replaced, its users are disabled, and it has no chip
    // codes any more.
    const closed = await asOwner(place, async (owner) => {
      const { rows: found } = await owner.query("select code from tenant order by tenant_id");
      await owner.query("begin");
      await showTenant(owner, ids.goes ?? 0);
      const { rows: users } = await owner.query(`select distinct status from "user" where tenant_id = $1`, [
        ids.goes,
      ]);
      const { rows: chips } = await owner.query("select count(*)::int as n from chip where tenant_id = $1", [
        ids.goes,
      ]);
      await owner.query("rollback");
      return { codes: found.map((r) => r.code), users, chips };
    });
    expect(closed).toEqual({
      codes: [`!removed-${ids.goes}`, "stays"],
      users: [{ status: 1 }],
      chips: [{ n: 0 }],
    });
    await expect(remove("deleted")).rejects.toThrow("ended after deleted");
    await expect(remove("files")).rejects.toThrow("ended after files");
    const proof = await remove();
    expect(JSON.parse(readFileSync(removalFile(dataDir, "goes"), "utf8"))).toEqual(proof);
    expect(proof).toMatchObject({ state: "removed", tenant: { id: ids.goes, code: "goes" } });
    expect(proof.tables?.map((t) => t.name)).toEqual(Object.keys(own));
    expect(proof.tables?.every((t) => t.after === 0)).toBe(true);
    expect(proof.tables?.find((t) => t.name === "reading")?.before).toBe(own.reading);
    expect(proof.others?.every((t) => t.before === t.after)).toBe(true);
    expect(proof.others?.find((t) => t.name === "reading")?.after).toBe(before.reading);
    const after = await asOwner(place, async (owner) => ({
      stays: await counted(owner, "stays"),
      goes: await counted(owner, "goes"),
    }));
    expect(after.stays).toEqual(before);
    expect(Object.values(after.goes).every((n) => n === 0)).toBe(true);
    expect(readFileSync(join(filesDir, String(ids.stays), "abcdefghijkl"), "utf8")).toBe("file of stays");
    expect(() => readFileSync(join(filesDir, String(ids.goes), "abcdefghijkl"))).toThrow();
    await expect(remove()).rejects.toThrow("was removed");
    // The database still starts and serves the other tenant.
    const db = await openDb(place);
    const [[molds]] = await db.run(ids.stays ?? 0, [sql<{ n: number }>`select count(*)::int as n from mold`]);
    expect(molds?.n).toBe(before.mold);
    // A server may not know yet that the tenant was removed. The database refuses the server's write with the error
    // "session ended".
    const late = db.run(ids.goes ?? 0, [
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${ids.goes}, 'X', '1')`,
    ]);
    await expect(late.catch((cause: unknown) => Promise.reject(meaningOf(cause)))).rejects.toMatchObject({
      message: expect.stringContaining(codes.sessionEnded),
    });
    // The server drops readings of the removed tenant that are still in the server's journal. Otherwise the readings
    // behind them would have to wait.
    const app = makeApp(readConfig({ LOG_LEVEL: "silent", DEMO: "off" }), db, () => now);
    const told: unknown[] = [];
    await app.ingest.intake.takeJournal([
      [ids.goes ?? 0, readingAt(1, now, 5), (outcome) => void told.push(outcome)],
    ]);
    expect(told).toEqual([undefined]);
    await db.close();
  });
});
