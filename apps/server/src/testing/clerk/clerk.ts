import { codes } from "@shotkeeper/contract/kernel";
import { jobs } from "../../jobs/index.ts";
import { systemCtx } from "../../jobs/runner.ts";
import { sql } from "../../kernel/db/sql.ts";
import { demoTenant } from "../demo-tenant.ts";
import { type Random, randomOf } from "../month/plan.ts";
import { freshCode, logIn, type TestServer, type TestUser } from "../server.ts";
import { logInAll, type Person, people, readRights, repairPeople } from "./people.ts";
import { pick } from "./pick.ts";
import { type Change, startRecording, stopRecording, takeChanges } from "./recorder.ts";
import { Desk, type Request } from "./requests.ts";
import { learn, readWorld } from "./world.ts";

/** One request of a clumsy user (simulated user of the tests), with its answer. */
export interface Deed extends Request {
  readonly person: Person;
  readonly msg: string;
  /** Number of changed rows that the answer names. Null: the answer names none. */
  readonly count: number | null;
}

/**
 * Step of a run: requests that were sent together, or a reading, an upload or a job. `changes` has the rows that
 * changed in this step.
 */
export interface Step {
  readonly number: number;
  readonly deeds: readonly Deed[];
  readonly changes: readonly Change[];
}

/** Object that sees each step of a run. `begin` is called with the id of the new tenant before the first step. */
export interface Observer {
  begin?(tenantId: number): Promise<void>;
  see(step: Step): void;
}

const minute = 60_000;

/** Jobs that do not run here, because they call other machines or only clean up the database. */
const left = new Set([
  "parcels",
  "notice-dispatch",
  "statistics",
  "checkpoint",
  "captcha-end",
  "session-end",
  "notice-end",
]);
const tenantJobs = jobs.filter((j) => !left.has(j.kind));

/** Sends a reading of a random counter. The reading is mostly in order, sometimes late or with a lower count. */
async function report(s: TestServer, tenantId: number, random: Random, counts: Map<number, number>) {
  const [rows = []] = await s.app.db.run(tenantId, [
    sql`
      select c.counter_id
      from counter c
      where c.tenant_id = ${tenantId}
      order by
        exists (
          select from binding b
          where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id and b.unbound_at is null
        ) desc,
        counter_id
      limit 6
    `,
  ]);
  const counterId = Number(pick(random, rows)?.counter_id ?? 0);
  const before = counts.get(counterId) ?? 1000;
  const count = random() < 0.9 ? before + Math.floor(random() * 400) : Math.floor(random() * before);
  counts.set(counterId, Math.max(before, count));
  const sentAt = s.clock.now - (random() < 0.85 ? 0 : Math.floor(random() * 600) * minute);
  const reading = {
    counterId,
    sentAt,
    receivedAt: s.clock.now,
    count,
    channel: 1,
    battery: random() < 0.9 ? 80 : 5,
    lowBattery: random() < 0.9 ? 0 : 1,
    rssi: -80,
    lng: null,
    lat: null,
    removed: random() < 0.95 ? 0 : 1,
    readerId: null,
    cycles: null,
  };
  await s.app.ledger.ingest(tenantId, [reading]);
}

/** Inserts the row of an uploaded file (a picture or a PDF) that is not attached to any record yet. */
async function upload(s: TestServer, tenantId: number, random: Random) {
  const id = freshCode("f");
  const media = random() < 0.7 ? "image/png" : "application/pdf";
  const person = pick(random, people)?.userId ?? "admin";
  await s.app.db.run(tenantId, [
    sql`
      insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, created_by, created_date
      )
      values (
        ${tenantId}, ${id}, ${`${id}.bin`}, ${`/files/${id}`}, 10, ${media}, ${id}, ${person},
        ${new Date(s.clock.now)}
      )
    `,
  ]);
}

async function runJob(s: TestServer, tenantId: number, random: Random) {
  const job = pick(random, tenantJobs);
  if (!job || !("tenant" in job)) return;
  await job.tenant(
    systemCtx(s.app, { tenant_id: tenantId, code: "demo", zone: "Asia/Shanghai" }, s.clock.now),
  );
}

function someone(random: Random): Person {
  const total = people.reduce((n, p) => n + p.weight, 0);
  let left = random() * total;
  for (const p of people) {
    left -= p.weight;
    if (left < 0) return p;
  }
  throw new Error("nobody");
}

/**
 * Lets ten simulated users work in a new demo tenant. Each step is a request, three concurrent requests, a reading, an
 * upload or a job. Returns the tenant's id.
 */
export async function runClerks(
  s: TestServer,
  o: { readonly seed: number; readonly steps: number; readonly observers: readonly Observer[] },
): Promise<number> {
  const random = randomOf(o.seed);
  // Skips the first random numbers, because they are similar for neighbouring seeds.
  for (let i = 0; i < 20; i++) random();
  const { id: tenantId } = await demoTenant(s);
  const rights = await readRights(s, tenantId);
  await repairPeople(s, tenantId, rights);
  const users = await logInAll(s, tenantId);
  for (const observer of o.observers) await observer.begin?.(tenantId);
  await startRecording(s.app.db);
  try {
    await work(s, { ...o, tenantId, random, rights, users });
  } finally {
    await stopRecording(s.app.db);
  }
  return tenantId;
}

interface Work {
  readonly steps: number;
  readonly observers: readonly Observer[];
  readonly tenantId: number;
  readonly random: Random;
  readonly rights: Awaited<ReturnType<typeof readRights>>;
  readonly users: Map<string, TestUser>;
}

async function work(s: TestServer, { steps, observers, tenantId, random, rights, users }: Work) {
  const desk = new Desk(s.app, random);
  const counts = new Map<number, number>();
  const sent: Request[] = [];
  let world = await readWorld(s.app, tenantId, { rights, now: s.clock.now });
  for (let number = 0; number < steps; number++) {
    s.clock.now += Math.floor(random() * 20) * minute;
    if (number % 25 === 24) {
      await repairPeople(s, tenantId, rights);
      world = await readWorld(s.app, tenantId, { rights, now: s.clock.now });
    }
    // Discards the changes that `repairPeople` made, because they belong to no step.
    await takeChanges(s.app.db);
    const deeds: Deed[] = [];
    const one = async () => {
      const person = someone(random);
      const user = users.get(person.userId);
      if (!user) return;
      // Some requests are sent again, as by an impatient user.
      const again = random() < 0.05 ? pick(random, sent.slice(-20)) : undefined;
      const request =
        again ?? desk.next({ random, world: { ...world, now: s.clock.now }, userId: person.userId });
      sent.push(request);
      const { Msg, ReturnData } = await user.mitt<{ readonly COUNT?: unknown } | null>(request.body);
      const count = typeof ReturnData?.COUNT === "number" ? ReturnData.COUNT : null;
      deeds.push({ ...request, person, msg: Msg, count });
      // A user whose session was ended, for example by a reset of the password, logs in again.
      if (Msg === codes.sessionEnded || Msg === codes.loggedOut)
        users.set(person.userId, await logIn(s, tenantId, person.userId));
    };
    const kind = random();
    if (kind < 0.1) await report(s, tenantId, random, counts);
    else if (kind < 0.14) await upload(s, tenantId, random);
    else if (kind < 0.19) await runJob(s, tenantId, random);
    else await Promise.all(Array.from({ length: random() < 0.8 ? 1 : 3 }, one));
    const step: Step = { number, deeds, changes: await takeChanges(s.app.db) };
    for (const observer of observers) observer.see(step);
    // Users do not see every change, so that some requests are based on stale rows.
    if (random() < 0.8) learn(s.app, world, step.changes);
  }
}
