import { type Field, wireName } from "@shotkeeper/contract/kernel";
import { beforeAll, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { sampleInput } from "../testing/operations.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { modules } from "./index.ts";

/** Fields with an address that is no path of an uploaded file. The test leaves them out. */
const addresses = ["webhookUrl", "linkPath", "pdfPath"];
/** Fields of a connector that point to a value in a message (JSON pointers), and not to a file. */
const pointers = ["itemsPath", "idPath", "countPath", "timePath", "batteryPath", "rssiPath"];
const commands = modules.flatMap((m) => m.commands ?? []).map((c) => c.command);
const tables = modules.flatMap((m) => m.tables ?? []).filter((t) => t.writes.length > 0);
const isWritten = ([, f]: readonly [string, Field]) => !f.readOnly && !f.virtual;
const written: readonly (readonly [place: string, name: string, field: Field])[] = [
  ...commands.flatMap((c) => Object.entries(c.input).map(([n, f]) => [c.type, n, f] as const)),
  ...tables.flatMap(({ entity }) =>
    Object.entries(entity.fields)
      .filter(isWritten)
      .map(([n, f]) => [entity.wire, n, f] as const),
  ),
];

it("declares of each written field that holds paths of files to which row the files belong", () => {
  const isPath = (name: string, f: Field) => f.type === "text" && /(Url|Path|photos|pictures)$/.test(name);
  const others = [...addresses, ...pointers];
  const open = written.filter(([, n, f]) => isPath(n, f) && !f.filesOf && !others.includes(n));
  expect(open.map(([place, n]) => `${place} ${n}`)).toEqual([]);
  expect(written.filter(([, , f]) => f.filesOf).length).toBeGreaterThan(6);
});

let server: TestServer;
let t: TestTenant;
beforeAll(async () => {
  server = await withServer();
  t = await TestTenant.create(server);
});

const withFiles = commands.filter((c) => Object.values(c.input).some((f) => f.filesOf));

it.each(withFiles.map((c) => [c.type, c] as const))(
  "refuses files of other rows: %s",
  async (_type, command) => {
    const [name, f] = Object.entries(command.input).find(([, x]) => x.filesOf) ?? [];
    if (!name || !f?.filesOf) throw new Error("no files");
    const owner = f.filesOf.key.map(() => "x").join("/");
    const foreign = [
      "http://evil/x.png",
      "/files/none",
      await t.picture("SYS_USER", owner),
      await t.picture(f.filesOf.table, "other/other/other", (await t.user("P1")).userId),
    ];
    const own = await t.picture(f.filesOf.table, owner, (await t.user("P2")).userId);
    const run = (value: string) =>
      t.admin.mitt({
        Type: command.type,
        InParams: { ...sampleInput(command, () => undefined), [wireName(name, f)]: value },
      });
    for (const path of foreign)
      for (const value of [path, `${own},${path}`])
        expect(await run(value)).toEqual({ Code: 1, Msg: `S0202^${wireName(name, f)}` });
    // The file was uploaded for the key that the command names, so the file is not refused. No row has this key, so
    // the command may fail for another reason.
    expect((await run(own)).Msg).not.toBe(`S0202^${wireName(name, f)}`);
    // This photo was uploaded before the row had its key, so it belongs to the temporary key. A refused command must
    // not assign the photo to the row.
    const tmp = [...f.filesOf.key.slice(1).map(() => "x"), "tmp"].join("/");
    const early = await t.picture(f.filesOf.table, tmp);
    const { Code } = await run(early);
    const [file] = await t.rows(
      sql`select owner_id from file_info where tenant_id = ${t.id} and file_path = ${early}`,
    );
    expect(file?.owner_id).toBe(Code === 0 ? owner : tmp);
  },
);

it("refuses files of other rows in an inserted and an updated row", async () => {
  await t.mold("A");
  const issue = { APPOINT_ID: "I1", APPOINT_TYPE: 1, MOLD_NO: "A", PROBLEM: "flash", APPOINT_LEVEL: 2 };
  const write = (Type: string, more: object) =>
    t.admin.mitt({ Type, MENU_ID: "IN101", TableName: "MOLD_APPOINT", Data: [{ ...issue, ...more }] });
  const theirs = await t.picture("MOLD_APPOINT", "I2", (await t.user("P1")).userId);
  const refused = { Code: 1, Msg: "S0202^PROBLEM_URL" };
  expect(await write("insert", { PROBLEM_URL: theirs })).toEqual(refused);
  // The photo was uploaded while the form still had the number I0. Then the user changed the number to I1.
  const early = await t.picture("MOLD_APPOINT", "I0");
  expect(await write("insert", { PROBLEM_URL: early })).toMatchObject({ Code: 0 });
  const update = (PROBLEM_URL: string) =>
    write("update", { APPOINT_ID: "I1", PROBLEM: "crack", PROBLEM_URL });
  expect(await update(`${early},${theirs}`)).toEqual(refused);
  expect(await update(early)).toMatchObject({ Code: 0 });
});
