import { describe, expect, it } from "vitest";
import { sql } from "./db/sql.ts";
import { table } from "./registry.ts";
import { noon, testCtx } from "./testing/test-ctx.ts";
import { shown, toy, visit } from "./testing/toys.ts";
import { deleteSql, insertSql, updateSql } from "./write-sql.ts";

const ctx = testCtx();
const toys = table(toy, { from: "wood_toy", writes: ["A", "M", "D"], where: () => sql`t.is_mine` });
const visits = table(visit, { from: "toy_visit", writes: ["A", "M", "D"] });
const at = new Date(noon).toISOString();
const mine = "t.tenant_id = ‹7› and t.is_mine";
const log = (action: string, wire: string, images: string) =>
  "insert into system_log (tenant_id, at, user_id, action, target, client_address, client_device," +
  ` target_key${images})` +
  ` select ‹7›::int, ‹${at}›::timestamptz, ‹"ann"›::text, ‹"${action}"›::text, ‹"${wire}"›::text,` +
  " ‹null›::text, ‹null›::text,";

describe("a single new row", () => {
  it("is written by plain statements with its log entry", () => {
    const row = { toyNo: "A", toyName: "Ark", pieces: 3, facts: { a: [1] }, passwordHash: "x", total: 9 };
    expect(insertSql(ctx, toys, [row]).map(shown)).toEqual([
      'insert into "wood_toy" as t (tenant_id, "toy_no", "toy_name", "pieces", "facts", "password_hash")' +
        ` values (‹7›, ‹"A"›, ‹"Ark"›, ‹3›, ‹"{\\"a\\":[1]}"›, ‹"x"›)`,
      `${log("insert", "BS_TOY", ", after")} ‹"A"›, ‹${JSON.stringify(
        JSON.stringify({ toy_no: "A", toy_name: "Ark", pieces: 3, facts: { a: [1] } }),
      )}›::jsonb returning 1`,
    ]);
  });

  it("includes the inserts of its module", () => {
    const withInsert = table(toy, {
      from: "wood_toy",
      writes: ["A"],
      afterInsert: sql`insert into x select toy_no from done`,
    });
    expect(insertSql(ctx, withInsert, [{ toyNo: "A", facts: null }]).map(shown)[0]).toBe(
      'with done as (insert into "wood_toy" as t (tenant_id, "toy_no", "facts")' +
        ' values (‹7›, ‹"A"›, ‹null›)' +
        " returning t.*) insert into x select toy_no from done",
    );
  });

  it("returns the key from the database if the row has none or the database formats it differently", () => {
    const key = (statements: string[]) => /concat_ws\('\/', ([^)]*)\)/.exec(statements.join(";"))?.[1];
    expect(key(insertSql(ctx, toys, [{ pieces: 1 }]).map(shown))).toBe('done."log_toy_no"');
    expect(key(insertSql(ctx, toys, [{ toyNo: null }]).map(shown))).toBe('done."log_toy_no"');
    expect(key(insertSql(ctx, visits, [{ toyNo: "A", seenAt: at }]).map(shown))).toBe(
      'done."log_toy_no", done."log_seen_at"',
    );
    expect(key(insertSql(ctx, toys, [{ toyNo: "A" }]).map(shown))).toBeUndefined();
    for (const name of ["pieces", "colour"] as const) {
      const plain = table({ ...toy, key: [name] }, { from: "wood_toy", writes: ["A"] });
      expect(key(insertSql(ctx, plain, [{ [name]: 1 }]).map(shown)), name).toBeUndefined();
    }
    for (const name of ["price", "madeOn", "isSold"] as const) {
      const other = table({ ...toy, key: [name] }, { from: "wood_toy", writes: ["A"] });
      expect(key(insertSql(ctx, other, [{ [name]: 1 }]).map(shown)), name).toBeDefined();
    }
  });
});

describe("several new rows", () => {
  const rows = [
    { toyNo: "A", pieces: 1, passwordHash: "x", total: 5 },
    { toyNo: "B", pieces: 2, passwordHash: "y", total: 6 },
  ];
  const records = JSON.stringify([
    { toy_no: "A", pieces: 1, password_hash: "x", total: 5 },
    { toy_no: "B", pieces: 2, password_hash: "y", total: 6 },
  ]);

  it("are one statement that writes, logs and counts", () => {
    expect(insertSql(ctx, toys, rows).map(shown)).toEqual([
      'with done as (insert into "wood_toy" as t (tenant_id, "toy_no", "pieces", "password_hash") select ‹7›,' +
        ` i."toy_no", i."pieces", i."password_hash" from json_populate_recordset(null::"wood_toy",` +
        ` ‹${JSON.stringify(records)}›::json) i` +
        ' returning t."toy_no" as "log_toy_no", t."pieces" as "log_pieces"),' +
        ` log as (${log("insert", "BS_TOY", ", after")} concat_ws('/', done."log_toy_no"),` +
        " jsonb_build_object('toy_no', done.\"log_toy_no\", 'pieces', done.\"log_pieces\")" +
        " from done returning 1)" +
        " select app_expect(count(*), ‹2›) as n from done",
    ]);
  });

  it("pass all columns to the module's inserts", () => {
    const withInsert = table(toy, {
      from: "wood_toy",
      writes: ["A"],
      afterInsert: sql`insert into x select toy_no from done`,
    });
    const [statement = ""] = insertSql(ctx, withInsert, rows).map(shown);
    expect(statement).toContain('returning t.*, t."toy_no" as "log_toy_no"');
    expect(statement).toContain("), after_insert as (insert into x select toy_no from done), log as (");
  });

  it("log any number of columns: a function takes a hundred arguments", () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`f${i}`, { type: "int" } as const]),
    );
    const wide = table({ ...toy, key: ["f0"], fields: many }, { from: "wood_toy", writes: ["A"] });
    const row = Object.fromEntries(Object.keys(many).map((n) => [n, 1]));
    const [statement = ""] = insertSql(ctx, wide, [row, row]).map(shown);
    const calls = [...statement.matchAll(/jsonb_build_object\(([^)]*)\)/g)].map(
      (m) => m[1]?.split(", ").length,
    );
    expect(calls).toEqual([100, 100, 40]);
    expect(statement).toContain(") || jsonb_build_object(");
  });
});

/**
 * SQL at the end of an update. It fails if a row was not found, and counts the changed rows. Must equal `countChanged`
 * in write-sql.ts.
 */
const counted = (rows: number) =>
  `select app_expect((select count(*) from done) + (select count(*) from old where not is_changed), ‹${rows}›)` +
  " as n, (select count(*)::int from done) as changed";

describe("a change of a single row", () => {
  const set =
    '"pieces" = ‹3›, "facts" = ‹"[1]"›, "updated_by" = ‹"ann"›, "updated_date" = ‹' +
    `${JSON.stringify(at)}›`;
  const image = (prefix: string) =>
    `jsonb_build_object('pieces', done."${prefix}pieces", 'facts', done."${prefix}facts", 'updated_by',` +
    ` done."${prefix}updated_by", 'updated_date', done."${prefix}updated_date")`;
  const returned = [
    ["t", "before_"],
    ["u", "after_"],
  ]
    .flatMap(([alias, prefix]) =>
      ["pieces", "facts", "updated_by", "updated_date"].map((c) => `${alias}."${c}" as "${prefix}${c}"`),
    )
    .join(", ");
  /**
   * Returns the end of the expected SQL for a changed row: the part after the UPDATE. It looks for the row again if the
   * UPDATE has written nothing. `found`: the SELECT of the row. `same`: condition on a row that is found unchanged.
   */
  const alone = (found: string, same = "") =>
    `log as (${log("update", "BS_TOY", ", before, after")} ‹"A"›, ${image("before_")},` +
    ` ${image("after_")} from done returning 1),` +
    " written as (select count(*)::int as n from done)" +
    ` select case when w.n = 0 then app_expect((select count(*) from (${found}) t${same}), 1) end as n,` +
    " w.n as changed from written w";
  const differs = 't."pieces" is distinct from ‹3› or t."facts" is distinct from ‹"[1]"›';

  it("locks the row and logs it before and after", () => {
    const found = `select t.* from "wood_toy" t where ${mine} and t."toy_no" = ‹"A"›`;
    expect(updateSql(ctx, toys, [{ toyNo: "A", pieces: 3, facts: [1], total: 5 }]).map(shown)).toEqual([
      `with done as (update "wood_toy" u set ${set} from (${found} for update of t) t` +
        ` where u.tenant_id = ‹7› and u."toy_no" = ‹"A"› and (${differs})` +
        ` returning ${returned}),` +
        ` ${alone(found)}`,
    ]);
  });

  it("needs no lock if the caller uses the optimistic lock", () => {
    const seen = "2026-05-01T00:00:00.000Z";
    const found = `select t.* from "wood_toy" t where ${mine} and t."toy_no" = ‹"A"› and t.updated_date = ‹"${seen}"›`;
    expect(
      updateSql(ctx, toys, [{ toyNo: "A", pieces: 3, facts: [1], updatedDate: seen }]).map(shown),
    ).toEqual([
      `with done as (update "wood_toy" u set ${set} from (${found}) t` +
        ` where u.tenant_id = ‹7› and u."toy_no" = ‹"A"› and u.updated_date = ‹"${seen}"› and (${differs})` +
        ` returning ${returned}),` +
        ` ${alone(found, ` where not (${differs})`)}`,
    ]);
    const [held = ""] = updateSql(ctx, toys, [{ toyNo: "A", pieces: 3, updatedDate: null }]).map(shown);
    expect(held).toContain("for update of t");
    expect(held).not.toContain("u.updated_date =");
  });

  it("names all parts of a composite key", () => {
    const two = table({ ...visit, key: ["toyNo", "note"] }, { from: "toy_visit", writes: ["M"] });
    const [statement = ""] = updateSql(ctx, two, [{ toyNo: "A", note: "n", seenAt: at }]).map(shown);
    expect(statement).toContain('u."toy_no" = ‹"A"› and u."note" = ‹"n"›');
    expect(statement).toContain('‹"A/n"›, jsonb_build_object(\'seen_at\', done."before_seen_at"');
    expect(statement).toContain(`set "seen_at" = ‹"${at}"›, "updated_by"`);
  });
});

describe("changes of several rows", () => {
  const rows = (more: object) => [
    { toyNo: "A", pieces: 1, total: 2, ...more },
    { toyNo: "B", pieces: 2, total: 3, ...more },
  ];
  const image = (alias: string, prefix = "") =>
    `jsonb_build_object('pieces', ${alias}."${prefix}pieces", 'updated_by', ${alias}."${prefix}updated_by",` +
    ` 'updated_date', ${alias}."${prefix}updated_date")`;

  it("are one statement that locks, writes, logs and counts", () => {
    const records = JSON.stringify(
      rows({}).map((r) => ({ toy_no: r.toyNo, pieces: r.pieces, total: r.total })),
    );
    const found =
      `from "wood_toy" t join` +
      ` json_populate_recordset(null::"wood_toy", ‹${JSON.stringify(records)}›::json) i` +
      ` on t."toy_no" = i."toy_no" where ${mine}`;
    expect(updateSql(ctx, toys, rows({})).map(shown)).toEqual([
      `select 1 ${found} for update of t`,
      `with old as (select ${image("t")} as before, i.*, t."pieces" is distinct from i."pieces" as is_changed` +
        ` ${found}), done as (update "wood_toy" t set` +
        ` "pieces" = i."pieces",` +
        ` updated_by = ‹"ann"›, updated_date = ‹${at}› from old i` +
        ' where t.tenant_id = ‹7› and t."toy_no" = i."toy_no" and i.is_changed' +
        ' returning i.before, t."toy_no" as "after_toy_no", t."pieces" as "after_pieces",' +
        ' t."updated_by" as "after_updated_by", t."updated_date" as "after_updated_date"),' +
        ` log as (${log("update", "BS_TOY", ", before, after")} concat_ws('/', done."after_toy_no"), before,` +
        ` ${image("done", "after_")} from done returning 1) ${counted(2)}`,
    ]);
  });

  it("compare the versions of the optimistic lock", () => {
    const [statement = ""] = updateSql(ctx, toys, rows({ updatedDate: at })).map(shown);
    expect(statement).toContain(
      't."toy_no" = i."toy_no" and t.updated_date = i.updated_date and i.is_changed',
    );
    expect(statement).not.toContain("for update");
    expect(statement).not.toContain('"updated_date" = i."updated_date"');
  });

  it("use every part of the key, also if the database formats it differently", () => {
    const [, statement = ""] = updateSql(ctx, visits, [{ toyNo: "A", seenAt: at, note: "n" }]).map(shown);
    expect(statement).toContain('on t."toy_no" = i."toy_no" and t."seen_at" = i."seen_at" where');
    expect(statement).toContain('set "note" = i."note", updated_by');
    expect(statement).toContain(counted(1));
  });
});

describe("a deletion", () => {
  const gone = "returning t.*)";
  const end = (n: number) =>
    `log as (${log("delete", "BS_TOY", ", before")} concat_ws('/', done."toy_no"),` +
    " to_jsonb(done) - '{password_hash,secret_hash}'::text[] from done returning 1)" +
    ` select app_expect(count(*), ‹${n}›) as n from done`;

  it("of a single row uses its key and logs the row without secrets", () => {
    expect(deleteSql(ctx, toys, [{ toyNo: "A" }]).map(shown)).toEqual([
      `with done as (delete from "wood_toy" t where ${mine} and t."toy_no" = ‹"A"› ${gone}, ${end(1)}`,
    ]);
    expect(deleteSql(ctx, toys, [{ toyNo: "A", updatedDate: at }]).map(shown)).toEqual([
      `with done as (delete from "wood_toy" t where ${mine} and t."toy_no" = ‹"A"› and t.updated_date =` +
        ` ‹"${at}"› ${gone}, ${end(1)}`,
    ]);
  });

  it("of several rows is one statement", () => {
    const rows = [{ toyNo: "A" }, { toyNo: "B" }];
    const records = JSON.stringify([{ toy_no: "A" }, { toy_no: "B" }]);
    const using =
      `with done as (delete from "wood_toy" t using` +
      ` json_populate_recordset(null::"wood_toy", ‹${JSON.stringify(records)}›::json) i where ${mine}` +
      ` and t."toy_no" = i."toy_no"`;
    expect(deleteSql(ctx, toys, rows).map(shown)).toEqual([`${using} ${gone}, ${end(2)}`]);
    const seen = rows.map((r) => ({ ...r, updatedDate: at }));
    expect(deleteSql(ctx, toys, seen).map(shown)[0]).toContain(
      't."toy_no" = i."toy_no" and t.updated_date = i.updated_date returning',
    );
  });
});
