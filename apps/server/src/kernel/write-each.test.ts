import { device } from "@shotkeeper/contract/device";
import { codes, tableRights } from "@shotkeeper/contract/kernel";
import { organization } from "@shotkeeper/contract/system";
import { beforeEach, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import type { AnyStatement, CallerDb, Tx } from "./db/tx.ts";
import { dispatch } from "./dispatch.ts";
import { runOnce } from "./dispatch-once.ts";
import { Registry, table } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";
import { noon } from "./testing/test-ctx.ts";
import { write } from "./write.ts";

const anybody = { ...organization, access: tableRights(organization.menu) };
const orgs = table(anybody, { from: "organization", writes: ["A", "M", "D"] });
const machines = table(
  { ...device, access: tableRights(organization.menu), menu: organization.menu },
  { from: "device", writes: ["A", "M"] },
);
const registry = new Registry([{ tables: [orgs, machines], queries: [], commands: [] }]);
const seen = new Date(noon).toISOString();

let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
  await write(
    t.ctx,
    orgs,
    "insert",
    ["A", "B", "C"].map((id) => ({
      ORGANIZATION_ID: id,
      ORGANIZATION_NAME: `Name ${id}`,
      ORGANIZATION_TYPE: "plant",
    })),
  );
});
const body = (Data: unknown, more: object = {}) => ({
  Type: "update",
  EACH: "Y",
  MENU_ID: organization.menu,
  TableName: organization.wire,
  Data,
  ...more,
});
const later = () => {
  const who = { ...t.ctx.who, rights: new Set(["M", "D"].map((action) => `${organization.menu}:${action}`)) };
  return { ...t.ctx, who, now: noon + 1000 };
};
const send = async (Data: unknown, more?: object) => {
  const { msg, data } = await dispatch(later(), registry, body(Data, more));
  return { msg, ...(JSON.parse(data ?? "{}") as object) };
};
const cities = async () =>
  (await t.rows(sql`select city from organization order by org_id`)).map((r) => r.city);
const row = (id: string, CITY: string | null, more: object = {}) => ({ ORGANIZATION_ID: id, CITY, ...more });

it("writes all rows at once if none is refused", async () => {
  expect(await send([row("A", "x"), row("B", "y", { RADIUS: 300 })])).toEqual({
    msg: codes.updated,
    COUNT: 2,
    FAULTS: [],
  });
  expect(await cities()).toEqual(["x", "y", null]);
});

it("writes the others if some rows are refused, and says why by row and field", async () => {
  await write(later(), orgs, "update", row("B", "theirs"));
  const answer = await send([
    row("A", "x", { UPDATED_DATE: seen }),
    row("B", "mine", { UPDATED_DATE: seen }),
    row("C", "z", { RADIUS: "far" }),
    row("GONE", "w"),
    row("C", "z2", { UPDATED_DATE: seen }),
  ]);
  expect(answer).toEqual({
    msg: codes.updated,
    COUNT: 2,
    FAULTS: [
      { ROW: 1, FIELD: null, MSG: codes.nothingUpdated },
      { ROW: 2, FIELD: "RADIUS", MSG: `${codes.invalidField}^RADIUS` },
      { ROW: 3, FIELD: null, MSG: codes.nothingUpdated },
    ],
  });
  expect(await cities()).toEqual(["x", "theirs", "z2"]);
  expect(await send([row("GONE", "w")])).toMatchObject({ msg: codes.nothingChanged, COUNT: 0 });
});

it("applies a repeated request once, with the rows that were not refused", async () => {
  const once = () =>
    runOnce(later(), "key-1", {}, (ctx) => dispatch(ctx, registry, body([row("A", "x"), row("GONE", "y")])));
  const first = await once();
  expect(await cities()).toEqual(["x", null, null]);
  expect(await once()).toMatchObject({ data: first.data, isReplayed: true });
});

it("is refused as a whole without rows, with too many, with another type, or without the right", async () => {
  const refused = (data: unknown, more?: object) => refusalOf(() => send(data, more));
  for (const data of [undefined, [], "x"]) expect(await refused(data)).toBe("missingField Data");
  expect(await refused(Array(5001).fill(row("A", "x")))).toBe("tooManyRows 5000");
  expect(await refused([row("A", "x")], { Type: "delete" })).toBe("invalidField EACH");
  expect(await refused([row("A", "x")], { EACH: "yes" })).toBe("invalidField EACH");
  const other = { ...t.ctx, who: { ...t.ctx.who, rights: new Set<string>() } };
  expect(await refusalOf(() => dispatch(other, registry, body([row("A", "x")])))).toMatch(/^forbidden/);
  expect(await cities()).toEqual([null, null, null]);
});

/**
 * Sends a write row by row, and counts the statements that the database gets.
 * @param registered tables of the request
 */
async function sendCounted(Data: readonly object[], more: object = {}, registered = registry) {
  const ctx = later();
  let statements = 0;
  const count = <S extends readonly AnyStatement[]>(list: S): S => {
    statements += list.length;
    return list;
  };
  const db: CallerDb = Object.assign(Object.create(ctx.db), {
    run: (id: number, list: readonly AnyStatement[]) => ctx.db.run(id, count(list)),
    write: (id: number, list: readonly AnyStatement[]) => ctx.db.write(id, count(list)),
    tx: (id: number, work: (tx: Tx) => Promise<unknown>) =>
      ctx.db.tx(id, (tx) =>
        work(
          Object.assign(Object.create(tx), { all: (list: readonly AnyStatement[]) => tx.all(count(list)) }),
        ),
      ),
  });
  const { msg, data } = await dispatch({ ...ctx, db }, registered, body(Data, more));
  const { COUNT, FAULTS } = JSON.parse(data ?? "{}") as {
    COUNT: number;
    FAULTS: { ROW: number; FIELD: string | null; MSG: string }[];
  };
  return { msg, COUNT, FAULTS, statements };
}

const many = 400;
const ids = Array.from({ length: many }, (_, i) => `N${String(i).padStart(3, "0")}`);
const addMany = () =>
  write(
    t.ctx,
    orgs,
    "insert",
    ids.map((id) => ({ ORGANIZATION_ID: id, ORGANIZATION_NAME: id, ORGANIZATION_TYPE: "plant" })),
  );
const summary = (faults: readonly { FIELD: string | null; MSG: string }[]) => {
  const counts: Record<string, number> = {};
  for (const f of faults) counts[`${f.FIELD} ${f.MSG}`] = (counts[`${f.FIELD} ${f.MSG}`] ?? 0) + 1;
  return counts;
};

it("refuses many invalid, missing and changed rows with a few statements, and writes the others", async () => {
  await addMany();
  const stale = "2020-01-01T00:00:00.000Z";
  const rows = ids.map((id, i) => {
    if (i % 4 === 0) return row(id, "x", { RADIUS: "far" });
    if (i % 4 === 1) return row(`GONE-${id}`, "x");
    return row(id, "x", i % 4 === 2 ? { UPDATED_DATE: stale } : {});
  });
  const { statements, ...answer } = await sendCounted(rows);
  expect(answer).toMatchObject({ msg: codes.updated, COUNT: many / 4 });
  expect(summary(answer.FAULTS)).toEqual({
    [`RADIUS ${codes.invalidField}^RADIUS`]: many / 4,
    [`null ${codes.nothingUpdated}`]: many / 2,
  });
  expect(answer.FAULTS.map((f) => f.ROW)).toEqual(ids.flatMap((_, i) => (i % 4 === 3 ? [] : [i])));
  expect(await t.rows(sql`select count(*)::int as n from organization where city = 'x'`)).toEqual([
    { n: many / 4 },
  ]);
  // Writing each row separately would take about four statements a row, 1,600 in all.
  expect(statements).toBeLessThan(20);
});

it("refuses many invalid references with a few statements, each by its field", async () => {
  const add = (id: string) => ({
    DEV_ID: id,
    DEV_NAME: id,
    DEV_TON: 100,
    DUTY_MAN: "x",
    PLANT_ID: "A",
    DEV_STAT: 0,
  });
  await write(
    t.ctx,
    machines,
    "insert",
    ids.map((id) => add(id)),
  );
  await t.rows(sql`update organization set archived_date = ${new Date(noon)} where org_id = 'C'`);
  const rows = ids.map((id, i) => ({
    DEV_ID: id,
    PLANT_ID: i % 8 === 0 ? "B" : i % 8 === 1 ? "C" : "NO",
  }));
  const { statements, ...answer } = await sendCounted(rows, { TableName: device.wire });
  expect(answer.COUNT).toBe(many / 8);
  expect(summary(answer.FAULTS)).toEqual({
    [`PLANT_ID ${codes.unknownReference}^PLANT_ID`]: (many / 8) * 7,
  });
  expect(statements).toBeLessThan(20);
});

it("finds the rows that only their own write refuses by halving, and tries each row at most about once", async () => {
  await addMany();
  let attempts = 0;
  const picky = (isBad: (city: unknown) => boolean) =>
    new Registry([
      {
        tables: [
          table(anybody, {
            from: "organization",
            writes: ["M"],
            expect: (_ctx, _action, rows) => {
              attempts++;
              return [sql`select app_expect(${rows.some((r) => isBad(r.city)) ? 0 : 1}, 1)`];
            },
          }),
        ],
        queries: [],
        commands: [],
      },
    ]);
  const rows = ids.map((id, i) => row(id, i % 150 === 7 ? "bad" : "good"));
  const few = await sendCounted(
    rows,
    {},
    picky((city) => city === "bad"),
  );
  expect(few.FAULTS.map((f) => f.ROW)).toEqual([7, 157, 307]);
  expect(few.COUNT).toBe(many - 3);
  expect(attempts).toBeLessThan(70);
  attempts = 0;
  const none = await sendCounted(
    rows,
    {},
    picky(() => true),
  );
  expect(none.COUNT).toBe(0);
  expect(none.FAULTS).toHaveLength(many);
  expect(attempts).toBeLessThan(many + 20);
});

it("writes rows that occur twice in their order", async () => {
  const answer = await send([
    row("A", "first"),
    row("GONE", "x"),
    row("A", "second"),
    row("B", "x", { RADIUS: "far" }),
    row("A", null),
  ]);
  expect(answer).toMatchObject({ COUNT: 3, FAULTS: [{ ROW: 1 }, { ROW: 3 }] });
  expect(await cities()).toEqual([null, null, null]);
});

it("says for each row of a table that nobody may write that the table is closed", async () => {
  const closed = new Registry([
    { tables: [table(anybody, { from: "organization", writes: ["A"] })], queries: [], commands: [] },
  ]);
  const { FAULTS } = await sendCounted([row("A", "x"), row("GONE", "y")], {}, closed);
  const { MSG } = FAULTS[0] ?? {};
  expect(FAULTS.map((f) => f.MSG)).toEqual([MSG, MSG]);
  expect(MSG).toContain(organization.wire);
  expect(MSG).not.toBe(codes.nothingUpdated);
});

it("keeps the last value of a row that is sent twice, if that value is stored already", async () => {
  // Both rows change the organization A: first to "x", then back to the stored value (null). They must be written one
  // after the other. One statement for both would write only "x", because the second row changes nothing.
  const twice = [row("A", "x"), row("A", null)];
  expect(await send(twice)).toMatchObject({ COUNT: 2, FAULTS: [] });
  expect(await cities()).toEqual([null, null, null]);
  const whole = () => dispatch(later(), registry, { ...body(twice), EACH: "N" });
  expect(await refusalOf(whole)).toMatch(/^invalidField/);
});
