import {
  type Access,
  anonymous,
  codes,
  defineCommand,
  defineQuery,
  errors,
  field,
  output,
  pick,
  right,
  signedIn,
  tableRights,
  tableSignedIn,
} from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { dictionary, organization } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "./ctx.ts";
import { DbError } from "./db/db.ts";
import { sql } from "./db/sql.ts";
import { dispatch, isAnonymous } from "./dispatch.ts";
import { handle, implement, type Module, Registry, table } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";

const here = menus.organization;
const elsewhere = menus.mold;
const org = { ...organization, menu: here, access: tableRights(here, { readOn: [elsewhere] }) };

const columns = pick(organization, "orgId", "orgName", "radius");
const query = (id: string, access: Access) =>
  implement(defineQuery({ menu: here, id, access, key: ["orgId"], sums: ["radius"], columns }), {
    from: "organization",
  });
const input = { orgId: field.text(9, { required: true, wire: "OWN_ID" }), note: field.text(9) };
const heard: unknown[] = [];
const said = output.optional({ said: field.text(9) });
const echo = (type: `rf_${string}`, access: Access) =>
  handle(defineCommand({ type, access, input, output: said }), async (_, given) => {
    heard.push(given);
    if (given.note === "nothing") return null;
    if (given.note === "taken") throw new DbError("23505", "binding_one_counter", "");
    if (given.note === "wrong") throw errors.invalidField("orgId");
    return { said: given.note };
  });
const takesList = handle(
  defineCommand({
    type: "rf_List",
    access: signedIn,
    input: { data: field.json<readonly number[]>() },
    output: { data: output.json<readonly number[] | null>({ wire: "data" }) },
  }),
  async (_, given) => given,
);

const declared = handle(
  defineCommand({
    type: "rf_Declared",
    access: signedIn,
    input,
    output: { orgId: field.text(9, { wire: "OWN_ID" }), isSold: field.flag() },
  }),
  async (_, { orgId }) => ({ orgId, isSold: true, secret: "stays here" }),
);

const module: Module = {
  queries: [query("Q1", right(here, "Q")), query("Q2", signedIn), query("Q3", anonymous)],
  tables: [
    table(org, {
      from: "organization",
      writes: ["A", "M", "D"],
      done: (_, action, rows) => void heard.push([action, rows.length]),
    }),
    table({ ...dictionary, access: tableSignedIn(here), menu: here }, { from: "dictionary", writes: ["A"] }),
  ],
  commands: [
    echo("rf_Echo", right(here, "M", { others: [elsewhere] })),
    echo("rf_Mine", signedIn),
    echo("rf_Open", anonymous),
    takesList,
    declared,
  ],
};
const registry = new Registry([module]);

let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
  heard.length = 0;
});

const withRights = (...rights: string[]): Ctx => ({
  ...t.ctx,
  who: { ...t.ctx.who, rights: new Set(rights) },
});
const guest = (): Ctx => ({ ...t.ctx, who: { ...t.ctx.who, userId: "" } });
const all = () => withRights(...["Q", "A", "M", "D"].map((a) => `${here}:${a}`));
const ask = async (body: unknown, ctx = all()) => {
  const { msg, data } = await dispatch(ctx, registry, body);
  return { msg, data: data === undefined ? undefined : JSON.parse(data) };
};
const refused = (body: unknown, ctx = all()) => refusalOf(() => dispatch(ctx, registry, body));

const plant = (id: string, more: object = {}) => ({
  ORGANIZATION_ID: id,
  ORGANIZATION_NAME: `Name ${id}`,
  ORGANIZATION_TYPE: "plant",
  ...more,
});
const insert = { Type: "insert", MENU_ID: here, TableName: "SYS_ORG" };
const fill = () =>
  ask({ ...insert, Data: ["A", "B", "C"].map((id, i) => plant(id, { RADIUS: 100 * (i + 1) })) });
const byId = (more: object = {}) => ({ Type: "QueryByID", MENU_ID: here, QueryID: "Q1", ...more });
const bySelf = (more: object = {}) => ({ Type: "QueryBySelf", MENU_ID: here, TableName: "SYS_ORG", ...more });

it.each([undefined, null, "x", [], {}, { Type: "" }, { Type: 5 }])(
  "refuses the unknown operation %j",
  async (body) => {
    await expect(dispatch(all(), registry, body)).rejects.toMatchObject({ message: codes.unknownType });
  },
);

it("names the unknown operation", async () => {
  expect(await refused({ Type: "rf_Gone" })).toBe("unknownType rf_Gone");
  expect(await refused({ Type: "toString" })).toBe("unknownType toString");
  expect(await refused({ Type: "x".repeat(61) })).toBe(`unknownType ${"x".repeat(60)}`);
  expect(await refused(byId({ QueryID: "Q0" }))).toBe("unknownTable Q0");
  expect(await refused(byId({ QueryID: "x".repeat(61) }))).toBe(`unknownTable ${"x".repeat(60)}`);
  expect(await refused(byId({ QueryID: undefined }))).toBe("unknownTable QueryID");
  expect(await refused(byId({ MENU_ID: elsewhere }))).toBe("unknownTable Q1");
  for (const TableName of ["GONE", 5])
    expect(await refused(bySelf({ TableName }))).toBe(`unknownTable ${TableName}`);
  expect(await refused(bySelf({ TableName: undefined }))).toBe("unknownTable TableName");
  expect(await refused(bySelf({ TableName: "x".repeat(61) }))).toBe(`unknownTable ${"x".repeat(60)}`);
});

describe("a named query", () => {
  // spec: admin 7.7, 7.8
  it("answers a page, its count and its sums", async () => {
    await fill();
    const where = [{ Field: "RADIUS", ConditionalCode: "EGT", Value: 200 }];
    const Sort = [{ Field: "ORGANIZATION_ID", Sort: "desc" }];
    expect(await ask(byId({ WhereStr: where, Sort, Page: 1, Limit: 1 }))).toEqual({
      msg: codes.fetched,
      data: {
        list: [{ ORGANIZATION_ID: "C", ORGANIZATION_NAME: "Name C", RADIUS: 300 }],
        count: 2,
        totals: { RADIUS: 500 },
      },
    });
    const pages = await Promise.all([1, 2, 3].map((Page) => ask(byId({ Page, Limit: 2 }))));
    expect(pages.map((p) => [p.data.list.length, p.data.count])).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    const one = byId({ WhereStr: [{ Field: "ORGANIZATION_ID", ConditionalCode: "EQ", Value: "B" }] });
    expect((await ask(one)).data).toMatchObject({ list: [{ ORGANIZATION_ID: "B" }], count: 1 });
  });

  it("requires its declared right", async () => {
    const of = (QueryID: string, ctx: Ctx) => refused(byId({ QueryID }), ctx).catch(() => "answered");
    expect(await of("Q1", withRights(`${here}:Q`))).toBe("answered");
    expect(await of("Q1", withRights(`${here}:M`, `${elsewhere}:Q`))).toBe("forbidden");
    expect(await of("Q2", withRights())).toBe("answered");
    expect(await of("Q2", guest())).toBe("forbidden");
    expect(await of("Q3", guest())).toBe("answered");
  });

  it("refuses unknown fields in filters and sorting, and invalid pages", async () => {
    const where = (Field: string) => byId({ WhereStr: [{ Field, ConditionalCode: "EQ", Value: "x" }] });
    expect(await refused(where("CITY"))).toBe("unknownField CITY");
    expect(await refused(byId({ Sort: [{ Field: "CITY" }] }))).toBe("unknownField CITY");
    expect(await refused(byId({ Page: 0 }))).toBe("invalidField Page");
  });

  it("names a field by its own wire name", async () => {
    const broken = implement(
      defineQuery({ menu: here, id: "Q9", access: signedIn, key: ["orgId"], columns }),
      {
        from: () => {
          throw errors.invalidField("orgId");
        },
      },
    );
    const r = new Registry([{ queries: [broken] }]);
    expect(await refusalOf(() => dispatch(all(), r, byId({ QueryID: "Q9" })))).toBe(
      "invalidField ORGANIZATION_ID",
    );
  });

  it("translates a failure of the database", async () => {
    const where = [{ Field: "RADIUS", ConditionalCode: "EQ", Value: 1e15 }];
    expect(await refused(byId({ WhereStr: where }))).toMatch(/^invalidField/);
  });
});

describe("a table", () => {
  // spec: admin 7.9
  it("answers all fields, or those that the caller names", async () => {
    await fill();
    const names = async (SelecFields: unknown) =>
      Object.keys((await ask(bySelf({ SelecFields }))).data.list[0]);
    for (const none of [undefined, null, "", "*"]) expect(await names(none)).toHaveLength(16);
    for (const some of [
      "ORGANIZATION_NAME, A.CITY",
      "ORGANIZATION_NAME , CITY ",
      ["ORGANIZATION_NAME", "CITY"],
    ])
      expect(await names(some)).toEqual(["ORGANIZATION_NAME", "CITY"]);
    expect(await refused(bySelf({ SelecFields: "CITY,GONE" }))).toBe("unknownField GONE");
    expect(await refused(bySelf({ SelecFields: "x".repeat(61) }))).toBe(`unknownField ${"x".repeat(60)}`);
    const where = [{ Field: "CITY", ConditionalCode: "EQ", Value: "" }];
    const Sort = [{ Field: "RADIUS", Sort: "desc" }];
    const found = await ask(bySelf({ WhereStr: where, Sort, Limit: 2 }));
    expect(found.msg).toBe(codes.fetched);
    expect(found.data.list.map((r: { RADIUS: number }) => r.RADIUS)).toEqual([300, 200]);
  });

  it("is readable from its own screen and from others that show it", async () => {
    const of = (MENU_ID: unknown, ctx: Ctx) => refused(bySelf({ MENU_ID }), ctx).catch(() => "answered");
    expect(await of(here, withRights(`${here}:Q`))).toBe("answered");
    expect(await of(elsewhere, withRights(`${elsewhere}:Q`))).toBe("answered");
    expect(await of(elsewhere, withRights(`${here}:Q`))).toBe("forbidden");
    expect(await of(here, withRights(`${elsewhere}:Q`, `${here}:M`))).toBe("forbidden");
    for (const other of [menus.device, undefined]) expect(await of(other, all())).toBe("forbidden");
    const dict = { TableName: "SYS_DICT" };
    expect(await refused(bySelf(dict), withRights()).catch(() => "answered")).toBe("answered");
  });

  it("shows visitors only its public fields, and secrets to nobody", async () => {
    const fields = { ...organization.fields, city: field.text(9, { secret: true }) };
    const some = table(
      { ...org, fields, access: tableRights(here, { anonymousFields: ["orgName"] }) },
      { from: "organization", writes: [] },
    );
    const r = new Registry([{ tables: [some] }]);
    await fill();
    const list = async (ctx: Ctx, more: object = {}) =>
      JSON.parse((await dispatch(ctx, r, bySelf(more))).data ?? "").list[0];
    expect(await list(guest())).toEqual({ ORGANIZATION_NAME: "Name A" });
    expect(await refusalOf(() => list(guest(), { SelecFields: "RADIUS" }))).toBe("unknownField RADIUS");
    expect(Object.keys(await list(all()))).not.toContain("CITY");
    expect(await refusalOf(() => list(all(), { SelecFields: "CITY" }))).toBe("unknownField CITY");
  });
});

describe("writing", () => {
  it.each([
    ["insert", codes.added],
    ["add", codes.added],
    ["update", codes.updated],
    ["delete", codes.deleted],
    ["deleteReq", codes.deleted],
  ])("rows by %s is answered", async (Type, msg) => {
    await fill();
    const id = msg === codes.added ? "N" : "A";
    const Data = { ...plant(id), ORGANIZATION_NAME: "Another name" };
    expect(await ask({ ...insert, Type, Data })).toEqual({ msg, data: undefined });
    const rows = await t.rows(sql`select org_id from organization order by 1`);
    const left = msg === codes.added ? "ABCN" : msg === codes.updated ? "ABC" : "BC";
    expect(rows.map((r) => r.org_id).join("")).toBe(left);
  });

  it.each([
    ["insert", "A"],
    ["update", "M"],
    ["delete", "D"],
  ])("by %s requires the right on the table's own screen", async (Type, action) => {
    const others = ["Q", "A", "M", "D"].filter((a) => a !== action).map((a) => `${here}:${a}`);
    const body = { ...insert, Type, Data: plant("A") };
    expect(await refused(body, withRights(...others, `${elsewhere}:${action}`))).toBe("forbidden");
    expect(await refused({ ...body, MENU_ID: elsewhere }, withRights(`${elsewhere}:${action}`))).toBe(
      "forbidden",
    );
    const allowed = dispatch(withRights(`${here}:${action}`), registry, body).catch((e: unknown) =>
      String(e),
    );
    expect(await allowed).not.toContain(codes.forbidden);
  });

  it("a table of the shell requires no right", async () => {
    const Data = { DICT_CODE: "D", DICT_NAME: "D" };
    expect((await ask({ ...insert, TableName: "SYS_DICT", Data }, withRights())).msg).toBe(codes.added);
  });

  it("names a field by its wire name", async () => {
    await fill();
    expect(await refused({ ...insert, Data: plant("A") })).toBe("duplicate ORGANIZATION_ID");
    expect(await refused({ ...insert, Data: plant("D", { ORGANIZATION_NAME: "" }) })).toBe(
      "missingField ORGANIZATION_NAME",
    );
  });
});

describe("a header with its lines", () => {
  const part = (TableName: string, Data: object) => ({ TableName, Data });
  const body = (HD: unknown, DT: unknown) => ({ Type: "DoHDAndDT", MENU_ID: here, HD, DT });
  const dict = (code: string) => part("SYS_DICT", { DICT_CODE: code, DICT_NAME: code });
  const count = async () =>
    (
      await t.rows(
        sql`select (select count(*) from organization) as o, (select count(*) from dictionary) as d`,
      )
    )[0];

  it("is one transaction, with one or several lines", async () => {
    expect(await ask(body(part("SYS_ORG", plant("A")), [dict("D"), dict("E")]))).toEqual({
      msg: codes.added,
      data: undefined,
    });
    expect(heard).toEqual([["A", 1]]);
    await ask(body(part("SYS_ORG", plant("B")), dict("F")));
    await ask(body(part("SYS_ORG", plant("C")), undefined));
    expect(await count()).toEqual({ o: 3, d: 3 });
    expect(await refused(body(part("SYS_ORG", plant("D")), [dict("G"), dict("D")]))).toMatch(/^duplicate/);
    expect(await count()).toEqual({ o: 3, d: 3 });
    expect(heard).toHaveLength(3);
  });

  it("requires the screen of the header, and the right of every part", async () => {
    expect(await refused(body(part("SYS_ORG", plant("A")), []), withRights(`${here}:M`))).toBe("forbidden");
    const other = { ...body(part("SYS_ORG", plant("A")), []), MENU_ID: elsewhere };
    expect(await refused(other, withRights(`${here}:A`, `${elsewhere}:A`))).toBe("forbidden");
    for (const odd of [undefined, null, "x"]) expect(await refused(body(odd, []))).toBe("missingField HD");
    expect(await refused(body(part("SYS_ORG", plant("A")), [5]))).toBe("missingField HD");
    expect(await refused(body(part("GONE", {}), []))).toBe("unknownTable GONE");
  });
});

describe("a command", () => {
  const run = (Type: string, InParams?: unknown, ctx?: Ctx) => ask({ Type, InParams }, ctx);

  it("receives its declared input by name, null if omitted", async () => {
    expect(await run("rf_Echo", { OWN_ID: "A" })).toEqual({ msg: codes.done, data: { SAID: null } });
    expect(await run("rf_Echo", { OWN_ID: "A", NOTE: "hi" })).toEqual({
      msg: codes.done,
      data: { SAID: "hi" },
    });
    expect(heard).toEqual([
      { orgId: "A", note: null },
      { orgId: "A", note: "hi" },
    ]);
    expect((await run("rf_Echo", { OWN_ID: "A", NOTE: "nothing" })).data).toBeNull();
    for (const none of [undefined, null, {}])
      expect(await refused({ Type: "rf_Echo", InParams: none })).toBe("missingField OWN_ID");
  });

  it("answers its declared output with wire names and nothing else", async () => {
    expect((await run("rf_Declared", { OWN_ID: "A" })).data).toEqual({ OWN_ID: "A", IS_SOLD: "Y" });
  });

  it("accepts a list for the input DATA", async () => {
    expect((await run("rf_List", [1, 2])).data).toEqual({ data: [1, 2] });
    expect((await run("rf_List")).data).toEqual({ data: null });
  });

  it("requires its declared right on any of its screens", async () => {
    const of = (type: string, ctx: Ctx) =>
      run(type, { OWN_ID: "A" }, ctx).then(
        () => "answered",
        () => "refused",
      );
    for (const menu of [here, elsewhere])
      expect(await of("rf_Echo", withRights(`${menu}:M`))).toBe("answered");
    expect(await of("rf_Echo", withRights(`${here}:Q`, `${menus.device}:M`))).toBe("refused");
    expect(await of("rf_Mine", withRights())).toBe("answered");
    expect(await of("rf_Mine", guest())).toBe("refused");
    expect(await of("rf_Open", guest())).toBe("answered");
  });

  it("translates database failures and names fields by its own wire names", async () => {
    expect(await refused({ Type: "rf_Echo", InParams: { OWN_ID: "A", NOTE: "taken" } })).toBe(
      "moldAlreadyBound",
    );
    expect(await refused({ Type: "rf_Echo", InParams: { OWN_ID: "A", NOTE: "wrong" } })).toBe(
      "invalidField OWN_ID",
    );
  });
});

it("reports before authentication whether visitors may call an operation", () => {
  const open = (body: object) => isAnonymous(registry, body as Record<string, unknown>);
  expect(["Q1", "Q2", "Q3", "Q0"].map((QueryID) => open(byId({ QueryID })))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(["rf_Echo", "rf_Mine", "rf_Open", "rf_Gone"].map((Type) => open({ Type }))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const some = table(
    { ...org, access: tableRights(here, { anonymousFields: [] }) },
    { from: "x", writes: [] },
  );
  expect(isAnonymous(new Registry([{ tables: [some] }]), bySelf())).toBe(true);
  expect([open(bySelf()), open(bySelf({ TableName: "GONE" })), open(insert)]).toEqual([false, false, false]);
});
