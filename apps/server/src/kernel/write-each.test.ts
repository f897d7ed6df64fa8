import { codes, tableRights } from "@shotkeeper/contract/kernel";
import { organization } from "@shotkeeper/contract/system";
import { beforeEach, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { dispatch } from "./dispatch.ts";
import { runOnce } from "./dispatch-once.ts";
import { Registry, table } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";
import { noon } from "./testing/test-ctx.ts";
import { write } from "./write.ts";

const anybody = { ...organization, access: tableRights(organization.menu) };
const orgs = table(anybody, { from: "organization", writes: ["A", "M", "D"] });
const registry = new Registry([{ tables: [orgs], queries: [], commands: [] }]);
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
