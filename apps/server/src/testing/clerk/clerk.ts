import { codes, type Entity, type Field, isArchivable, snake, wireName } from "@shotkeeper/contract/kernel";
import { sql } from "../../kernel/db/sql.ts";
import { modules } from "../../modules/index.ts";
import { demoTenant } from "../demo-tenant.ts";
import { type Random, randomOf } from "../month/plan.ts";
import { freshCode, logIn, type TestServer, type TestUser } from "../server.ts";
import { type Keys, pick, someRow } from "./values.ts";

/** One request of a run and its answer. */
export interface Deed {
  readonly user: string;
  readonly body: Record<string, unknown>;
  readonly msg: string;
}

/** Result of a run: the requests of ten clumsy users in one tenant. */
export interface ClerkRun {
  readonly tenantId: number;
  readonly deeds: readonly Deed[];
}

const commands = modules.flatMap((m) => m.commands ?? []).map((c) => c.command);
const tables = modules.flatMap((m) => m.tables ?? []);
const actionOf = { A: "insert", M: "update", D: "delete" } as const;

/** Commands that are left out: they end the session of the user who runs them, or need a password. */
const left = new Set(["rf_LogOut", "rf_ChangePassword"]);

const minute = 60_000;

async function readKeys(s: TestServer, tenantId: number): Promise<Keys> {
  const keys = new Map<string, string[]>();
  for (const { entity } of tables) {
    const [name, ...rest] = entity.key;
    if (name === undefined || rest.length > 0) continue;
    const column = sql.id(snake(name));
    const [rows = []] = await s.app.db.run(tenantId, [
      sql`
        select ${column}::text as key
        from ${sql.id(snake(entity.name))}
        where tenant_id = ${tenantId}
        order by updated_date desc nulls last, ${column}
        limit 12
      `,
    ]);
    const found = rows.map((r) => String(r.key));
    keys.set(entity.wire, found);
    keys.set(wireName(name, entity.fields[name] as Field), found);
  }
  return keys;
}

const writeFields = (e: Entity) => Object.entries(e.fields).filter(([, f]) => !f.secret);

function someWrite(random: Random, keys: Keys, now: number): Record<string, unknown> {
  const t = pick(
    random,
    tables.filter((x) => x.writes.length > 0),
  );
  if (!t) throw new Error("no table accepts writes");
  const { entity } = t;
  const isArchiving = isArchivable(entity.fields) && random() < 0.4;
  const action = pick(random, t.writes) ?? "M";
  const type = isArchiving ? (random() < 0.6 ? "archive" : "restore") : actionOf[action];
  const own = writeFields(entity).filter(([, f]) => type !== "insert" || (!f.readOnly && !f.virtual));
  const isKey = ([name]: readonly [string, Field]) => entity.key.includes(name);
  const one = () => {
    // An update names a few fields and the key. A deletion or archiving names only the key.
    const fields =
      type === "insert" ? own : own.filter((x) => isKey(x) || (type === "update" && random() < 0.15));
    const row = someRow(random, fields, keys, now);
    const name = entity.key[0] ?? "";
    const wire = wireName(name, entity.fields[name] as Field);
    const known = keys.get(entity.wire) ?? [];
    if (type === "insert" ? random() < 0.9 : known.length === 0) row[wire] = freshCode("n").slice(0, 20);
    else row[wire] = pick(random, known);
    return row;
  };
  const rows = Array.from({ length: random() < 0.8 ? 1 : 3 }, one);
  return { Type: type, MENU_ID: entity.menu, TableName: entity.wire, Data: rows };
}

function someCommand(random: Random, keys: Keys, now: number): Record<string, unknown> {
  const c = pick(
    random,
    commands.filter((x) => !left.has(x.type)),
  );
  if (!c) throw new Error("no commands");
  return { Type: c.type, InParams: someRow(random, Object.entries(c.input), keys, now) };
}

/**
 * Sends a reading of a random counter. The reading is mostly in order, sometimes late, repeated or with a lower count.
 */
async function report(s: TestServer, tenantId: number, random: Random, counts: Map<number, number>) {
  const [rows = []] = await s.app.db.run(tenantId, [
    sql`select counter_id from counter where tenant_id = ${tenantId} order by counter_id limit 6`,
  ]);
  const counterId = Number(pick(random, rows)?.counter_id ?? 0);
  const before = counts.get(counterId) ?? 1000;
  const count = random() < 0.9 ? before + Math.floor(random() * 40) : Math.floor(random() * before);
  counts.set(counterId, Math.max(before, count));
  const sentAt = s.clock.now - (random() < 0.85 ? 0 : Math.floor(random() * 600) * minute);
  const reading = {
    counterId,
    sentAt,
    receivedAt: s.clock.now,
    count,
    channel: 1,
    battery: 80,
    lowBattery: 0,
    rssi: -80,
    lng: null,
    lat: null,
    removed: 0,
    readerId: null,
    cycles: null,
  };
  await s.app.ledger.ingest(tenantId, [reading]);
}

/** Lets the demo's users work in a new tenant. Each step is a command, a write, or a counter's reading. */
export async function runClerks(s: TestServer, seed: number, steps: number): Promise<ClerkRun> {
  const random = randomOf(seed);
  const { id: tenantId } = await demoTenant(s);
  const [people = []] = await s.app.db.run(tenantId, [
    sql`select user_id from "user" where tenant_id = ${tenantId} order by user_id`,
  ]);
  const users = new Map<string, TestUser>();
  for (const p of people.slice(0, 10))
    users.set(String(p.user_id), await logIn(s, tenantId, String(p.user_id)));
  const deeds: Deed[] = [];
  const counts = new Map<number, number>();
  let keys = await readKeys(s, tenantId);
  for (let step = 0; step < steps; step++) {
    s.clock.now += Math.floor(random() * 20) * minute;
    if (step % 20 === 19) keys = await readKeys(s, tenantId);
    if (random() < 0.15) {
      await report(s, tenantId, random, counts);
      continue;
    }
    // Most requests come from the administrator, who has every right. Sometimes three requests are sent at the same
    // time.
    const one = async () => {
      const name = random() < 0.7 ? "admin" : (pick(random, [...users.keys()]) ?? "admin");
      const user = users.get(name);
      if (!user) return;
      const now = s.clock.now;
      const body = random() < 0.5 ? someWrite(random, keys, now) : someCommand(random, keys, now);
      const { Msg } = await user.mitt(body);
      deeds.push({ user: name, body, msg: Msg });
      // A user whose session was ended, for example by a reset of the password, logs in again.
      if (Msg === codes.sessionEnded) users.set(name, await logIn(s, tenantId, name));
    };
    await Promise.all(Array.from({ length: random() < 0.8 ? 1 : 3 }, one));
  }
  return { tenantId, deeds };
}
