import { codes } from "@shotkeeper/contract/kernel";
import { sql } from "../../kernel/db/sql.ts";
import { demoPrivateKey, signLicence } from "../../licence/licence.ts";
import { demoTenant } from "../demo-tenant.ts";
import { type Random, randomOf } from "../month/plan.ts";
import { logIn, type TestServer, type TestUser } from "../server.ts";
import { failMessage, report, runAllJobs, runJob, upload, uploadFor } from "./machines.ts";
import { logInAll, type Person, people, readPasswordHash, readRights, repairPeople } from "./people.ts";
import { pick } from "./pick.ts";
import { asOwner, type Change, startRecording, stopRecording, takeChanges } from "./recorder.ts";
import { Desk, type Request } from "./requests.ts";
import { SensibleDesk } from "./sensible.ts";
import { signUp } from "./sign-up.ts";
import { type Known, learn, readWorld, type World } from "./world.ts";

/** One request of a simulated user, with its answer. */
export interface Deed extends Request {
  readonly person: Person;
  readonly msg: string;
  /** Number of changed rows in the answer. Null: the answer contains no such number. */
  readonly count: number | null;
}

/**
 * One step of the simulated users: requests that were sent together, or a reading, an upload or a job. `changes` has
 * the rows that changed in this step.
 */
export interface Step {
  readonly number: number;
  readonly deeds: readonly Deed[];
  readonly changes: readonly Change[];
}

/**
 * Checker that gets each step of the simulated users. `begin` is called with the id of the new tenant before the first
 * step.
 */
export interface Observer {
  begin?(tenantId: number): Promise<void>;
  see(step: Step): void;
}

const minute = 60_000;

/** Fields of a command's answer that tell how many rows changed. */
interface Counts {
  readonly COUNT?: number;
  readonly RELEASED?: number;
  readonly QUARANTINED_AGAIN?: number;
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
 * Gives the new tenant the code "demo", because the server simulates the parcel carrier only for this code. An earlier
 * tenant of this code gets another code. In a third of the runs, sets the parameter by which a second person must
 * approve counters. Returns a licence file.
 */
async function prepare(s: TestServer, tenantId: number, seed: number): Promise<string> {
  if (seed % 3 === 0)
    await s.app.db.run(tenantId, [
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${tenantId}, 'COUNTER_AUDIT', '1')`,
    ]);
  await s.app.db.platform(
    asOwner(`
      update tenant set code = 'old' || tenant_id where code = 'demo';
      update tenant set code = 'demo' where tenant_id = ${tenantId};
    `),
  );
  const [[tenant]] = await s.app.db.run(tenantId, [
    sql<{ au_id: string }>`select au_id from tenant where tenant_id = ${tenantId}`,
  ]);
  return signLicence(
    {
      auId: String(tenant?.au_id),
      aimTenant: "demo",
      custName: "demo",
      dueDate: "2031-01-01",
      validityControl: true,
      pcCount: 500,
      pdaCount: 100,
      issuedAt: new Date(s.clock.now + minute).toISOString(),
    },
    demoPrivateKey,
  );
}

/**
 * Lets ten simulated users work in a new demo tenant. A random step is a request, three concurrent requests, a reading
 * of a counter, an upload, a job or a sign-up. Sensible requests, which the state of a document allows, are sent
 * between the random steps and do not count as steps. Returns the tenant's id.
 */
export async function runClerks(
  s: TestServer,
  o: { readonly seed: number; readonly steps: number; readonly observers: readonly Observer[] },
): Promise<number> {
  const random = randomOf(o.seed);
  // Skips the first random numbers, because they are similar for neighbouring seeds.
  for (let i = 0; i < 20; i++) random();
  const { id: tenantId } = await demoTenant(s);
  const licence = await prepare(s, tenantId, o.seed);
  const rights = await readRights(s, tenantId);
  const passwordHash = await readPasswordHash(s, tenantId);
  await repairPeople(s, tenantId, { rights, passwordHash });
  const users = await logInAll(s, tenantId);
  for (const observer of o.observers) await observer.begin?.(tenantId);
  await startRecording(s.app.db);
  try {
    await new Run(s, { ...o, tenantId, random, users, fixed: { rights, licence, passwordHash } }).work();
  } finally {
    await stopRecording(s.app.db);
  }
  return tenantId;
}

interface RunFacts {
  readonly seed: number;
  readonly steps: number;
  readonly observers: readonly Observer[];
  readonly tenantId: number;
  readonly random: Random;
  readonly users: Map<string, TestUser>;
  readonly fixed: Pick<World, "rights" | "licence"> & { readonly passwordHash: string };
}

class Run {
  private readonly desk: Desk;
  private readonly sensible: SensibleDesk;
  private readonly counts = new Map<number, number>();
  private readonly sent: Request[] = [];
  private readonly successes: World["successes"] = new Map();
  /** Mail addresses of the companies that signed up. */
  private readonly mails: string[] = [];
  private world: World | undefined;

  constructor(
    private readonly s: TestServer,
    private readonly o: RunFacts,
  ) {
    this.desk = new Desk(s.app, o.random);
    this.sensible = new SensibleDesk(s.app, o.seed);
  }

  async work(): Promise<void> {
    const { random, steps } = this.o;
    for (let number = 0; number < steps; number++) {
      if (number % 25 === 0) await this.look();
      await this.step(number, (world, deeds) => this.clumsy(world, deeds));
      if (random() < 0.8) await this.careful(number + 0.5);
    }
    await this.step(steps, () => runAllJobs(this.s, this.o.tenantId));
  }

  /**
   * Undoes changes of the simulated users to their own roles and passwords, which would stop their requests. Then reads
   * the rows that the simulated users know, as they are now.
   */
  private async look(): Promise<void> {
    const { tenantId, fixed } = this.o;
    await repairPeople(this.s, tenantId, fixed);
    const { successes } = this;
    this.world = await readWorld(this.s.app, tenantId, { ...fixed, successes, now: this.s.clock.now });
  }

  private async step(
    number: number,
    act: (world: World, deeds: Deed[]) => Promise<unknown>,
    isSeen = this.o.random() < 0.8,
  ): Promise<void> {
    const { s } = this;
    const { random, observers } = this.o;
    s.clock.now += Math.floor(random() * 20) * minute;
    const world = this.world;
    if (!world) return;
    // Discards the changes that `repairPeople` made, because they belong to no step of a simulated user.
    await takeChanges(s.app.db);
    const deeds: Deed[] = [];
    await act({ ...world, now: s.clock.now }, deeds);
    const step: Step = { number, deeds, changes: await takeChanges(s.app.db) };
    for (const observer of observers) observer.see(step);
    // Hides some of the changes from the users, so that some requests are based on stale rows.
    if (isSeen) learn(s.app, world, step.changes);
  }

  private async send(person: Person, request: Request, deeds: Deed[]): Promise<void> {
    const user = this.o.users.get(person.userId);
    if (!user) return;
    this.sent.push(request);
    const { Code, Msg, ReturnData } = await user.mitt<Counts | null>(request.body);
    if (Code === 0) for (const name of request.done ?? [request.name]) this.sensible.note(name);
    if (Code === 0 && request.table === null) {
      const input = (request.body.InParams ?? {}) as Known;
      this.successes.set(`${person.userId} ${request.name}`, { input, answer: ReturnData });
    }
    // Adds the numbers of released and of newly quarantined items, because the answer to a release has two separate
    // numbers.
    const { COUNT, RELEASED, QUARANTINED_AGAIN: again = 0 } = ReturnData ?? {};
    const count = COUNT ?? (RELEASED === undefined ? null : RELEASED + again);
    deeds.push({ ...request, person, msg: Msg, count });
    // Logs the user in again if the session was ended, for example by a reset of the password.
    if (Msg === codes.sessionEnded || Msg === codes.loggedOut)
      this.o.users.set(person.userId, await logIn(this.s, this.o.tenantId, person.userId));
  }

  /**
   * Performs a random step: a reading, an upload, a job, a sign-up, or one or three requests that may be absurd, stale
   * or repeated.
   */
  private async clumsy(world: World, deeds: Deed[]): Promise<void> {
    const { s } = this;
    const { random, tenantId } = this.o;
    const one = () => {
      const person = someone(random);
      // Sends some requests again, as an impatient user does.
      const again = random() < 0.05 ? pick(random, this.sent.slice(-20)) : undefined;
      return this.send(person, again ?? this.desk.next({ random, world, userId: person.userId }), deeds);
    };
    const kind = random();
    if (kind < 0.1) await report(s, tenantId, random, this.counts);
    else if (kind < 0.14) await upload(s, tenantId, random);
    else if (kind < 0.19) await runJob(s, tenantId, random);
    else if (kind < 0.2) await failMessage(s, tenantId);
    else if (kind < 0.215) await signUp(s, random, this.mails);
    else await Promise.all(Array.from({ length: random() < 0.8 ? 1 : 3 }, one));
  }

  /**
   * Sends a sensible request. If the request needs a file, uploads the file first. Sometimes a second user sends the
   * same request at the same time.
   */
  private async careful(number: number): Promise<void> {
    const { s } = this;
    const { random, tenantId } = this.o;
    const found = this.world && this.sensible.next(random, { ...this.world, now: s.clock.now });
    if (!found) return;
    const { person, upload: kind } = found;
    if (kind) await this.step(number, () => uploadFor(s, tenantId, person.userId, kind), true);
    await this.step(number, async (world, deeds) => {
      const request = found.request();
      if (!request) return;
      const rival = random() < 0.12 ? someone(random) : undefined;
      await Promise.all([
        this.send(person, request, deeds),
        ...(rival ? [this.send(rival, request, deeds)] : []),
      ]);
      const next = found.next && this.sensible.after(random, world, person, found.next);
      if (next) await this.send(person, next, deeds);
    });
  }
}
