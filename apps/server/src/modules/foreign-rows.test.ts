import { type Command, wireName } from "@shotkeeper/contract/kernel";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

/**
 * Menus of the areas whose commands are tested here: orders, maintenance, inspection issues, warnings, stock-takes,
 * trials, new molds, indicators and boards.
 */
const areas = /^(PO|MT|IN|WA|IV|TR|NM|KP|KB)\d/;

interface Keys {
  readonly own: readonly (string | number)[];
  readonly foreign: string | number;
}

/**
 * Inputs that the test leaves out. Their names end like the names of keys, but they name codes, users, machines, a
 * plant or a project and not the row that the command changes.
 */
const noRow = ["milestoneCode", "assignee", "milestoneOwner", "deviceId", "handoverPlantId", "projectNo"];
const filters = ["plantId", "plantIds", "oemId", "makerId", "orderId"];

let s: TestServer;
let t: TestTenant;
let plant: TestUser;
/**
 * Keys of the test's rows, by the name of the command input that takes such a key. `own`: rows of plant P1. `foreign`:
 * rows of plant P2.
 */
const rows: Record<string, Keys> = {};

const put = (MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
  t.admin
    .mitt({ Type: "insert", MENU_ID, TableName, Data: [row] })
    .then((a) => expect(a).toMatchObject({ Code: 0 }));

/** Inserts a mold and rows of all kinds that refer to a mold. Returns the keys of the rows. */
async function fill(moldNo: string, org: string) {
  const { moldId } = await t.mold(moldNo, { SAVE_ADDRESS: org, MOLD_N_O: 1 });
  const counterId = await t.counter(`W-${moldNo}`, { moldNo, moldId });
  const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
    MT_TYPE: 1,
    MOLD_NO: moldNo,
    MT_SOURCE: 2,
    TASK_REASON: "x",
  });
  const PE_DATE = new Date(noon + 9 * 86_400_000).toISOString();
  await put("PO101", "PRD_ORDER", { ORDER_ID: `O-${moldNo}`, MOLD_NO: moldNo, ORDER_TIMES: 100, PE_DATE });
  const trial = { MOLD_NO: moldNo, TRIAL_REASON: "x", REQUESTER: "Li", PLAN_DATE: PE_DATE };
  await put("TR101", "MOLD_TRIAL", { TRIAL_ID: `T-${moldNo}`, ...trial });
  const issue = { MOLD_NO: moldNo, APPOINT_TYPE: 1, PROBLEM: "flash", APPOINT_LEVEL: 2 };
  await put("IN101", "MOLD_APPOINT", { APPOINT_ID: `A-${moldNo}`, ...issue });
  const [warning] = await t.rows<{ warning_id: number }>(
    sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
      values (${t.id}, 'battery', 1, ${moldId}, ${counterId}, ${new Date(noon)}, ${new Date(noon)})
      returning warning_id`,
  );
  const newMold = `N-${moldNo}`;
  await t.mold(newMold, { SAVE_ADDRESS: org, MOLD_N_O: 0 });
  await put("NM101", "NEW_MOLD_PLAN", {
    MOLD_NO: newMold,
    PLAN_OWNER: "Li",
    OPEN_DATE: "2026-03-01",
    T0_DATE: "2026-04-01",
    T1_DATE: "2026-04-20",
    QA_DATE: "2026-05-10",
    HO_DATE: "2026-05-15",
    CA_DATE: "2026-09-01",
    ACCEPTANCE_SHOTS: 1000,
  });
  const change = { MOD_TYPE: 1, MOD_REASON: "rib", REQUESTER: "Wu", REQUEST_DATE: "2026-05-01", MOD_DAYS: 5 };
  await put("NM106", "NEW_MOLD_MODIFICATION", { MOD_ID: `G-${moldNo}`, MOLD_NO: newMold, ...change });
  const PART_NO = `S-${moldNo}`;
  await put("MT102", "SPARE_PART", { PART_NO, PART_NAME: "pin", SAVE_ADDRESS: org, PART_UNIT: "pc" });
  return {
    moldNo,
    taskId: TASK_ID,
    orderId: `O-${moldNo}`,
    trialId: `T-${moldNo}`,
    appointId: `A-${moldNo}`,
    warningId: Number(warning?.warning_id),
    modificationId: `G-${moldNo}`,
    partNo: PART_NO,
    plantId: org,
  };
}

async function count(org: string, moldNo: string) {
  const { IV_ID } = await t.admin.run<{ IV_ID: string }>("rf_StartInventory", {
    IV_NAME: org,
    PLANT_IDS: org,
    WIN_FROM: new Date(noon - 86_400_000).toISOString(),
  });
  return { countId: IV_ID, lineId: `${IV_ID}/${moldNo}` };
}

/** SQL condition: an entry of the system log tells of a change, and not of a refusal. */
const isChange = sql.raw("x.action <> 'refused'");

/**
 * Returns a digest of each table of the tenant. Calls with keys of foreign rows must not change the digests. Leaves out
 * document numbers, sessions, the boards' cache and logged refusals, because they may change.
 */
async function digests(): Promise<unknown> {
  const tables = await t.rows<{ name: string }>(
    sql`select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('document_counter', 'document_issued', 'session', 'board_figure')
      order by 1`,
  );
  const one = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as digest
        from ${sql.id(name)} x where x.tenant_id = ${t.id} and ${name === "system_log" ? isChange : sql.raw("true")}`,
  );
  // Sorts the rows, because the database may read the tables in parallel and in any order.
  return t.rows(sql`select * from (${sql.join(one, " union all ")}) y order by name`);
}

/**
 * Returns a made-up value for each required input of a command. The test replaces the values of inputs that name rows
 * (`keyInputs`).
 */
function inputOf(command: Command): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, f] of Object.entries(command.input)) {
    if (!f.required) continue;
    const wire = wireName(name, f);
    if (f.type === "int" || f.type === "decimal") out[wire] = Math.max(f.min ?? 1, 1);
    else if (f.type === "date") out[wire] = "2026-05-01";
    else if (f.type === "time")
      out[wire] = new Date(noon + (/from/i.test(name) ? -1 : 1) * 86_400_000).toISOString();
    else if (f.type === "flag") out[wire] = "Y";
    else if (f.options) out[wire] = Object.values(f.options.values)[0];
    else out[wire] = name === "milestoneCode" ? "OPEN" : "x";
  }
  return out;
}

const commands = (): Command[] =>
  [...s.app.registry.commands.values()]
    .map((c) => c.command)
    .filter((c) => c.access.kind === "right" && c.access.menus.some((m) => areas.test(m)));

/** Returns the inputs of a command that name rows: `taskId`, and lists such as `taskIds`. */
const keyInputs = (command: Command) =>
  Object.keys(command.input).filter((n) => /(Id|Ids|No|Nos)$/.test(n) && !noRow.includes(n));

const changes = (c: Command) => c.access.kind === "right" && c.access.action !== "Q";

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  plant = await t.user("P1");
  const own = [await fill("NEAR-1", "P1"), await fill("NEAR-2", "P1")] as const;
  const foreign = await fill("FAR-1", "P2");
  const [near, far] = [await count("P1", "NEAR-1"), await count("P2", "FAR-1")];
  for (const name of ["countId", "lineId"] as const) rows[name] = { own: [near[name]], foreign: far[name] };
  for (const name of Object.keys(foreign) as (keyof typeof foreign)[])
    rows[name] = { own: own.map((o) => o[name]), foreign: foreign[name] };
});
beforeEach(withServer);

/**
 * Returns the keys to send for an input of a command. Commands about new molds get the keys of molds with the prefix
 * "N-", because only these molds have a plan.
 */
function keysFor(command: Command, input: string): Keys | undefined {
  const keys = rows[input.replace(/s$/, "")];
  if (!keys || input !== "moldNo" || !command.type.match(/Mold$|Milestone|NewMold|Handover/)) return keys;
  if (/^rf_CountMolds?$/.test(command.type)) return keys;
  return { own: keys.own.map((k) => `N-${k}`), foreign: `N-${keys.foreign}` };
}

describe("rows of another organization", () => {
  it("are known to this test for every command that takes rows", () => {
    const unknown = commands().flatMap((c) =>
      keyInputs(c).flatMap((n) => (keysFor(c, n) || filters.includes(n) ? [] : [`${c.type} ${n}`])),
    );
    expect(unknown).toEqual([]);
    expect(commands().length).toBeGreaterThan(60);
  });

  it("are refused by every command, wherever in a list they stand, and nothing changes", async () => {
    const before = await digests();
    const wrong: string[] = [];
    let calls = 0;
    for (const command of commands())
      for (const input of keyInputs(command)) {
        const keys = keysFor(command, input);
        const f = command.input[input];
        if (!keys || !f) continue;
        const { own, foreign } = keys;
        const values = f.type === "json" ? [[foreign], [...own, foreign], [foreign, ...own]] : [foreign];
        const others = Object.fromEntries(
          keyInputs(command).flatMap((n): [string, unknown][] => {
            const other = command.input[n];
            const value = keysFor(command, n)?.own[0];
            if (!other || value === undefined || n === input) return [];
            if (other.type === "json") return [[wireName(n, other), [value]]];
            return other.required || n === "countId" ? [[wireName(n, other), value]] : [];
          }),
        );
        for (const value of values) {
          const InParams = { ...inputOf(command), ...others, [wireName(input, f)]: value };
          const answer = await plant.mitt({ Type: command.type, InParams });
          calls++;
          const isWrong = changes(command)
            ? !/^S0(202|288|020)/.test(answer.Msg)
            : /FAR/.test(JSON.stringify(answer.ReturnData ?? null));
          if (isWrong) wrong.push(`${command.type} ${JSON.stringify(value)}: ${answer.Msg}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(await digests()).toEqual(before);
  });
});
