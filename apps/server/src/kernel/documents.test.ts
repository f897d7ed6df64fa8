import { beforeEach, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { countDocumentNumbers, nextDocumentNumber } from "./documents.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";

let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
});

interface Rule {
  readonly prefix?: string | null;
  readonly useDate?: boolean;
  readonly dateType?: number;
  readonly base?: number;
  readonly digits?: number;
  readonly joiner?: string;
}

/** Inserts or replaces the document rule "X". */
async function rule(o: Rule = {}): Promise<void> {
  const { prefix = "X", useDate = true, dateType = 2, base = 0, digits = 3, joiner = "" } = o;
  await t.rows(sql`delete from document_rule where doc_id = 'X'`);
  await t.rows(sql`insert into document_rule
      (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits, joiner)
    values (${t.id}, 'X', 'X', ${prefix}, ${useDate}, ${dateType}, ${base}, ${digits}, ${joiner})`);
}

const day = 86_400_000;
const next = (later = 0) => nextDocumentNumber({ ...t.ctx, now: t.ctx.now + later }, "X");

// spec: admin 7.11
it("counts per day of the tenant's calendar", async () => {
  await rule();
  expect([await next(), await next()]).toEqual(["X260520001", "X260520002"]);
  // Twelve hours after noon, a new day begins in Shanghai (16:00 UTC). So the numbers begin again with 001.
  expect(await next(12 * 3_600_000 - 1)).toBe("X260520003");
  expect(await next(12 * 3_600_000)).toBe("X260521001");
  expect(await next()).toBe("X260520004");
});

it("counts without end if the rule has no date, and joins the parts of a number", async () => {
  await rule({ useDate: false, joiner: "-" });
  expect([await next(), await next(400 * day)]).toEqual(["X-001", "X-002"]);
  await rule({ prefix: null, dateType: 12, joiner: "/", base: 1, digits: 2 });
  const many = await countDocumentNumbers(t.ctx, "X", 11);
  expect([many[0], many[9], many[10]]).toEqual(["2026/01", "2026/0A", "2026/0B"]);
});

it("counts separately for each prefix and date type", async () => {
  await rule();
  await next();
  await rule({ prefix: "Y" });
  expect(await next()).toBe("Y260520001");
  await rule({ dateType: 4 });
  expect(await next()).toBe("X2605001");
  expect(await next(day)).toBe("X2605002");
});

it("issues several numbers at once, never twice", async () => {
  await rule();
  expect(await countDocumentNumbers(t.ctx, "X", 3)).toEqual(["X260520001", "X260520002", "X260520003"]);
  expect(await next()).toBe("X260520004");
  const all = await Promise.all(Array.from({ length: 12 }, () => next()));
  expect(new Set(all).size).toBe(12);
  expect(all.sort().at(-1)).toBe("X260520016");
});

it("never issues a number again that an earlier rule has issued", async () => {
  await rule();
  expect([await next(), await next()]).toEqual(["X260520001", "X260520002"]);
  // Stores two numbers as issued, as an earlier rule with the same prefix would have left them.
  for (const issued of ["X260520003", "X260520004"])
    await t.rows(
      sql`insert into document_issued (tenant_id, doc_id, number) values (${t.id}, 'X', ${issued})`,
    );
  expect(await next()).toBe("X260520005");
  await rule({ useDate: false, prefix: "X260520" });
  expect(await next()).toBe("X260520006");
  expect(await t.rows(sql`select number from document_issued order by 1`)).toHaveLength(6);
});

it("does not truncate a number: too few digits are an error", async () => {
  await rule({ digits: 1 });
  expect(await countDocumentNumbers(t.ctx, "X", 9)).toHaveLength(9);
  expect(await refusalOf(() => next())).toBe("invalidField SN_COUNT");
});

it("requires a rule of the same tenant", async () => {
  expect(await refusalOf(() => next())).toBe("unknownReference DOC_ID");
  await rule();
  const other = await kernelTenant();
  expect(await refusalOf(() => nextDocumentNumber(other.ctx, "X"))).toBe("unknownReference DOC_ID");
});
