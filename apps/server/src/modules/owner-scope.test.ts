import { type Entity, screensOf, wireName } from "@shotkeeper/contract/kernel";
import { fileInfo, menuEntry, systemLog } from "@shotkeeper/contract/system";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import type { TableImpl } from "../kernel/registry.ts";
import { demoTenant } from "../testing/demo-tenant.ts";
import { logIn, type TestServer, type TestUser, withServer } from "../testing/server.ts";

/**
 * Returns whether the test uses a table. The test adds a line of the system log and a file to each row of such a table.
 * It does not use tables whose rows belong to rows of other tables (`owner`), tables without a stored key, the log
 * itself (each line adds a row to it), and the menus (some rows of their list are not stored).
 */
const isMarked = ({ entity, columns, owner }: TableImpl) =>
  !owner &&
  ![systemLog.wire, menuEntry.wire].includes(entity.wire) &&
  entity.key.every((name) => !entity.fields[name]?.virtual && !columns[name]);

let s: TestServer;
let tenantId: number;
let tables: readonly TableImpl[];
beforeAll(async () => {
  s = await withServer();
  tenantId = (await demoTenant(s)).id;
  await s.app.db.run(tenantId, [
    sql`update "user" set cust_id = 'C001' where tenant_id = ${tenantId} and user_id = 'cust'`,
  ]);
  tables = [...s.app.registry.tables.values()].filter(isMarked);
  for (const { entity } of tables) {
    const key = sql.raw(`concat_ws('/', ${entity.key.map((name) => `t.${snakeOf(name)}`).join(", ")})`);
    const from = sql`from ${sql.id(snakeOf(entity.name))} t where t.tenant_id = ${tenantId}`;
    await s.app.db.run(tenantId, [
      sql`insert into system_log (tenant_id, at, user_id, action, target, target_key)
        select ${tenantId}, now(), 'nobody', 'mark', ${entity.wire}, ${key} ${from}`,
      sql`insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, file_code, created_by)
        select ${tenantId}, gen_random_uuid()::text, 'mark.png', '/files/x', 1, 'image/png', ${entity.wire}, ${key},
          'c', 'nobody' ${from}`,
    ]);
  }
}, 180_000);

const snakeOf = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

const wireOf = ({ fields }: Entity, name: string) => {
  const field = fields[name];
  return field ? wireName(name, field) : name;
};

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns all rows of a request, which are read page by page. Returns an empty list if the server refuses the request.
 */
async function all(user: TestUser, body: Row): Promise<Row[]> {
  const rows: Row[] = [];
  for (let Page = 1; ; Page++) {
    const answer = await user.mitt<{ list: Row[] }>({ ...body, Page, Limit: 1000 });
    if (answer.Code !== 0) return rows;
    rows.push(...answer.ReturnData.list);
    if (answer.ReturnData.list.length < 1000) return rows;
  }
}

/** Returns the keys of the rows of a table that the user sees on any screen. */
async function visibleKeys(user: TestUser, { entity }: TableImpl): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const MENU_ID of screensOf(entity))
    for (const row of await all(user, { Type: "QueryBySelf", MENU_ID, TableName: entity.wire })) {
      const parts = entity.key.map((name) => row[wireOf(entity, name)]);
      // Skips rows of which the user sees only the public fields, because they give no right to the files of the row.
      // Such rows lack the field CREATED_BY.
      if (!entity.access.anonymousFields || "CREATED_BY" in row) keys.add(parts.join("/"));
    }
  return keys;
}

const grouped = (rows: readonly Row[], table: string, key: string) => {
  const found = new Map<string, Set<string>>();
  for (const row of rows) {
    const name = String(row[table]);
    found.set(name, (found.get(name) ?? new Set()).add(String(row[key])));
  }
  return found;
};

describe.each(["admin", "oem", "plant", "maker", "cust", "dev"])("%s", (role) => {
  it("sees the history and the files of exactly the rows that the lists show", async () => {
    const user = await logIn(s, tenantId, role);
    const marks = { Field: "ACTION", ConditionalCode: "EQ", Value: "mark" };
    const history = grouped(
      await all(user, { Type: "QueryByID", MENU_ID: "SYS100", QueryID: "Q03", WhereStr: [marks] }),
      wireName("target", systemLog.fields.target),
      wireName("targetKey", systemLog.fields.targetKey),
    );
    const files = grouped(
      await all(user, {
        Type: "QueryBySelf",
        MENU_ID: fileInfo.menu,
        TableName: fileInfo.wire,
        WhereStr: [{ Field: "FILE_NAME", ConditionalCode: "EQ", Value: "mark.png" }],
      }),
      "OT_TB",
      "OT_ID1",
    );
    let seen = 0;
    for (const t of tables) {
      const { wire } = t.entity;
      const keys = await visibleKeys(user, t);
      seen += keys.size;
      if (role !== "cust")
        expect([...(history.get(wire) ?? [])].sort(), `history of ${wire}`).toEqual([...keys].sort());
      expect([...(files.get(wire) ?? [])].sort(), `files of ${wire}`).toEqual([...keys].sort());
    }
    expect(seen).toBeGreaterThan(role === "dev" ? 0 : 20);
    if (role === "cust") expect(history.size).toBe(0);
  });
});
