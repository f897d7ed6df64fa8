import { commands, entities, queries } from "@shotkeeper/contract/catalogue";
import { wireIndex } from "@shotkeeper/contract/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { selectPage } from "../kernel/select.ts";
import { systemCtxOf } from "../testing/job.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

describe("every named query and table runs on the migrated database", () => {
  let s: TestServer;
  let tenant: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    tenant = await TestTenant.create(s);
  });

  // spec: admin 7.8
  it("answers every query with tenant scope and with limited scope", async () => {
    const readers = [tenant.admin, ...(await Promise.all(["P1", "M1", "O1"].map((o) => tenant.user(o))))];
    for (const { query } of s.app.registry.queries.values())
      for (const reader of readers) {
        const isForStaff = query.access.kind === "right" && query.access.only?.join() === "staff";
        const expected =
          isForStaff && reader !== tenant.admin ? { Code: 1, Msg: "S0020" } : { Code: 0, Msg: "S0018" };
        const { toWire } = wireIndex(query.columns);
        const sorts = Object.keys(query.columns).map((name) => ({ Field: toWire.get(name), Sort: "desc" }));
        for (const Sort of [[], sorts.slice(0, 20), sorts.slice(20, 40)]) {
          const answer = await reader.mitt({
            Type: "QueryByID",
            MENU_ID: query.menu,
            QueryID: query.id,
            Sort,
          });
          expect(answer, `${query.menu} ${query.id}`).toMatchObject(expected);
        }
      }
  });

  it("reads the last page of every query when the total is known, in every scope", async () => {
    const system = systemCtxOf(tenant);
    const scopes = [
      system.who.scope,
      ...(["oem", "plant", "maker"] as const).map((kind) => ({ kind, orgId: "O1" })),
    ];
    for (const q of s.app.registry.queries.values()) {
      const { columns: fields, key } = q.query;
      const sort = Object.keys(fields)
        .slice(0, 20)
        .map((field) => ({ field, direction: "desc" as const }));
      for (const scope of scopes) {
        const ctx = { ...system, who: { ...system.who, scope } };
        const late = { source: q, fields, key, where: [], sort, paging: { page: 1000, limit: 10 } };
        for (const selection of [late, { ...late, sort: [] }]) {
          const statement = selectPage(selection, ctx, { count: 10_000, isCounted: true });
          const [row] = await tenant.rows<{ list: string }>(statement);
          expect([q.query.menu, q.query.id, typeof row?.list]).toEqual([q.query.menu, q.query.id, "string"]);
        }
      }
    }
  });

  // spec: admin 7.9
  it("answers every registered table with all its columns", async () => {
    for (const { entity } of s.app.registry.tables.values()) {
      const answer = await tenant.admin.mitt({
        Type: "QueryBySelf",
        MENU_ID: entity.menu,
        TableName: entity.wire,
        SelecFields: "*",
      });
      expect(answer, entity.wire).toMatchObject({ Code: 0, Msg: "S0018" });
    }
  });

  // spec: admin 7.14
  it("filters every column of every query by each operator", async () => {
    const samples = {
      int: 1,
      decimal: 1,
      flag: "Y",
      date: "2026-05-01",
      time: "2026-05-01T00:00:00Z",
      json: "x",
    };
    for (const { query, from } of s.app.registry.queries.values()) {
      const { toWire } = wireIndex(query.columns);
      const conditions = Object.entries(query.columns).flatMap(([name, f]) => {
        if (f.secret || f.type === "json") return [];
        const value =
          f.type === "choice"
            ? Object.values(f.options?.values ?? {})[0]
            : f.type === "text"
              ? "x"
              : samples[f.type];
        return ["EQ", "NEQ", "LIKE", "IN", "GT", "EGT", "LT", "ELT"].map((ConditionalCode) => ({
          Field: toWire.get(name),
          ConditionalCode,
          Value: ConditionalCode === "IN" ? [value] : ConditionalCode === "LIKE" ? String(value) : value,
        }));
      });
      const several = 40;
      const filters = [];
      for (let n = 0; n < conditions.length; n += several) filters.push(conditions.slice(n, n + several));
      // Sends each EQ condition also alone, because some queries build different SQL if the caller filters by a certain
      // field.
      if (from.length > 1)
        filters.push(...conditions.filter((c) => c.ConditionalCode === "EQ").map((c) => [c]));
      for (const WhereStr of filters) {
        const answer = await tenant.admin.mitt({
          Type: "QueryByID",
          MENU_ID: query.menu,
          QueryID: query.id,
          WhereStr,
        });
        expect(answer, `${query.menu} ${query.id} ${WhereStr[0]?.Field}`).toMatchObject({ Code: 0 });
      }
    }
  }, 120_000);

  it("serves everything that the contract declares", () => {
    const { registry } = s.app;
    expect(
      queries.filter((q) => !registry.queries.has(`${q.menu}/${q.id}`)).map((q) => `${q.menu} ${q.id}`),
    ).toEqual([]);
    expect(entities.filter((e) => !registry.tables.has(e.wire)).map((e) => e.wire)).toEqual([]);
    expect(commands.filter((c) => !registry.commands.has(c.type)).map((c) => c.type)).toEqual([]);
  });
});
