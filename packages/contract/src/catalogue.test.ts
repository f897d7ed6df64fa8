import { describe, expect, it } from "vitest";
import * as binding from "./binding/index.ts";
import * as board from "./board/index.ts";
import * as carrier from "./carrier/index.ts";
import { commands, entities, enumDefs, queries } from "./catalogue.ts";
import * as counter from "./counter/index.ts";
import * as customer from "./customer/index.ts";
import * as dataOut from "./data-out/index.ts";
import * as device from "./device/index.ts";
import * as enumerations from "./enumerations.ts";
import * as indicator from "./indicator/index.ts";
import * as inspection from "./inspection/index.ts";
import * as inventory from "./inventory/index.ts";
import { actions, type EnumDef, type Fields, messageCodes, wireIndex } from "./kernel/index.ts";
import * as maintenance from "./maintenance/index.ts";
import { menus, menuTree, screens } from "./menus.ts";
import * as mold from "./mold/index.ts";
import * as moldDocument from "./mold-document/index.ts";
import * as newMold from "./new-mold/index.ts";
import * as notice from "./notice/index.ts";
import * as partner from "./partner/index.ts";
import * as product from "./product/index.ts";
import * as production from "./production/index.ts";
import * as shop from "./shop/index.ts";
import * as system from "./system/index.ts";
import * as trial from "./trial/index.ts";
import * as warning from "./warning/index.ts";

const repeated = (list: readonly string[]) => list.filter((x, i) => list.indexOf(x) !== i);

const declarations: readonly (readonly [string, Fields, readonly string[]])[] = [
  ...entities.map((e) => [`table ${e.wire}`, e.fields, e.key] as const),
  ...queries.map((q) => [`query ${q.menu} ${q.id}`, q.columns, q.key] as const),
  ...commands.map((c) => [`command ${c.type}`, c.input, []] as const),
];

describe.each(declarations)("%s", (_name, fields, key) => {
  it("has a different wire name for every field", () => {
    const { toName, toWire } = wireIndex(fields);
    expect(toName.size).toBe(toWire.size);
    expect(toWire.size).toBe(Object.keys(fields).length);
  });

  it("has field names in camelCase, and wire names that are identifiers", () => {
    for (const [name, wire] of wireIndex(fields).toWire) {
      expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
      expect(wire).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
    }
  });

  it("has its key fields", () => {
    expect(key.filter((k) => !(k in fields))).toEqual([]);
    expect(repeated(key)).toEqual([]);
  });

  it("declares valid fields", () => {
    for (const [name, f] of Object.entries(fields)) {
      if (f.type === "text") expect(f.length, name).toBeGreaterThan(0);
      if (f.type === "choice") expect(f.options, name).toBeDefined();
      if (f.min !== undefined && f.max !== undefined) expect(f.min, name).toBeLessThanOrEqual(f.max);
    }
  });
});

it("contains each name of a table, query or command once", () => {
  expect(repeated(entities.map((e) => e.wire))).toEqual([]);
  expect(repeated(entities.map((e) => e.name))).toEqual([]);
  expect(repeated(queries.map((q) => `${q.menu} ${q.id}`))).toEqual([]);
  expect(repeated(commands.map((c) => c.type))).toEqual([]);
});

it("has a key in every table and query", () => {
  expect([...entities, ...queries].filter((d) => d.key.length === 0)).toEqual([]);
});

it("refers only to existing tables", () => {
  const known = new Set(entities.map((e) => e.wire));
  const dangling = entities.flatMap((e) =>
    Object.entries(e.fields).flatMap(([n, f]) =>
      f.reference && !known.has(f.reference) ? [`${e.wire}.${n} → ${f.reference}`] : [],
    ),
  );
  expect(dangling).toEqual([]);
});

describe("enumerations", () => {
  const areas: readonly object[] = [
    binding,
    customer,
    device,
    mold,
    moldDocument,
    partner,
    product,
    board,
    carrier,
    counter,
    enumerations,
    indicator,
    inspection,
    inventory,
    maintenance,
    newMold,
    dataOut,
    notice,
    production,
    shop,
    system,
    trial,
    warning,
  ];
  const exported = areas.flatMap((a) =>
    Object.entries(a).flatMap(([name, x]: [string, unknown]) =>
      typeof x === "object" && x !== null && "values" in x && "name" in x
        ? [[name, x as EnumDef] as const]
        : [],
    ),
  );
  it.each(exported)("%s is named like its export, with unique values", (name, def) => {
    expect(def.name).toBe(name);
    expect(new Set(Object.values(def.values)).size).toBe(Object.keys(def.values).length);
  });
  it("are each in the catalogue exactly once", () => {
    expect(repeated(enumDefs.map((d) => d.name))).toEqual([]);
    expect(enumDefs.map((d) => d.name).sort()).toEqual(exported.map(([name]) => name).sort());
  });
});

it("gives every message a different code", () => {
  expect(repeated(messageCodes)).toEqual([]);
  expect(messageCodes.every((c) => /^S\d{4}$/.test(c))).toBe(true);
});

describe("menus", () => {
  const all = menuTree.flatMap((m) => [m, ...(m.children ?? [])]);
  it("have one id and one path each", () => {
    expect(repeated(all.map((m) => m.id))).toEqual([]);
    expect(repeated(all.flatMap((m) => m.path ?? []))).toEqual([]);
  });
  it("have a route", () => {
    for (const s of screens) expect(s.path, s.id).toMatch(/^\/[A-Za-z-]+\/[a-z0-9-]+$/);
    for (const m of menuTree) expect(m.children?.length !== 0, m.id).toBe(true);
  });
  it("belong to the section with the prefix of their id", () => {
    // The specification gives two screens ids with the prefix of basic information: system parameters and the cart.
    // These two ids therefore do not begin with the id of their menu section.
    const given = new Set<string>([menus.parameter, menus.shop]);
    for (const m of menuTree)
      for (const c of m.children ?? []) if (!given.has(c.id)) expect(c.id.startsWith(m.id), c.id).toBe(true);
  });
  it("offer only existing rights", () => {
    for (const m of all) for (const a of m.actions ?? []) expect(actions).toContain(a);
  });
  it("of queries and commands have a valid id", () => {
    for (const x of [
      ...queries.map((q) => q.menu),
      ...commands.flatMap((c) => (c.access.kind === "right" ? c.access.menus : [])),
      menus.shell,
    ])
      expect(x).toMatch(/^[A-Z]{2,3}\d{3}$/);
  });
});
