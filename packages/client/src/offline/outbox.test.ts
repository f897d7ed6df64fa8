import type { Envelope } from "@shotkeeper/contract/kernel";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientError } from "../error.ts";
import { type Action, inputOf, localPathOf, type StoredPhoto, type WireBody } from "./action.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxStore, Owner, Transport } from "./outbox-types.ts";
import { retryDelay } from "./retry.ts";

const ann: Owner = { tenant: "t", user: "ann" };
const hour = 3_600_000;

/**
 * Simulates the storage of a browser: the actions stay stored when a page with an outbox is closed and another one
 * opens.
 */
class Disk implements OutboxStore {
  readonly rows = new Map<string, Action>();
  readonly photos = new Map<string, StoredPhoto>();
  private isBusy = false;
  actions = async () => [...this.rows.values()];
  photo = async (id: string) => this.photos.get(id);
  /** For each of the following saves: true if the save fails, as on a full disk. */
  failing: boolean[] = [];
  async save(actions: readonly Action[], deleted: readonly string[] = []) {
    if (this.failing.shift()) throw new Error("The disk is full");
    for (const a of actions) this.rows.set(a.id, structuredClone(a));
    for (const id of deleted) this.rows.delete(id);
  }
  async deletePhotos(ids: readonly string[]) {
    for (const id of ids) this.photos.delete(id);
  }
  async alone(work: () => Promise<void>) {
    if (this.isBusy) return false;
    this.isBusy = true;
    await work().finally(() => {
      this.isBusy = false;
    });
    return true;
  }
}

const offline = () => new ClientError("network", "network");

/**
 * Mock of the server. Applies each idempotency key once. Tests set in `weather` which requests and answers are lost.
 */
class Server implements Transport {
  readonly applied: WireBody[] = [];
  readonly uploads = new Map<string, string>();
  private readonly answers = new Map<string, { body: string; envelope: Envelope }>();
  /** Outcome of each following request. "unsent": the request is lost. "unanswered": the answer is lost. */
  weather: ("ok" | "unsent" | "unanswered")[] = [];
  isDown = false;
  session: Owner | undefined = ann;
  status = 200;
  refuses: (body: WireBody) => string | undefined = () => undefined;
  clock = Date.parse("2026-11-23T08:00:00Z");
  aheadMs = 0;

  now = () => this.clock - this.aheadMs;
  ahead = () => this.aheadMs;

  private async reach<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    const weather = this.isDown ? "unsent" : (this.weather.shift() ?? "ok");
    if (weather === "unsent") throw offline();
    if (!this.session) throw new ClientError("S0010");
    const result = work();
    if (weather === "unanswered") throw offline();
    return result;
  }

  whoAmI = () => this.reach(() => this.session ?? ann);

  send = (body: WireBody, key: string, owner: Owner) =>
    this.reach((): Envelope => {
      if (owner.user !== this.session?.user) throw new ClientError("S0452", undefined, 409);
      const text = JSON.stringify(body);
      const before = this.answers.get(key);
      if (before && before.body !== text) throw new ClientError("S0450", undefined, 422);
      if (before) return before.envelope;
      const refusal = this.refuses(body);
      if (refusal) throw new ClientError(refusal, undefined, this.status);
      this.applied.push(body);
      const envelope: Envelope = { Code: 0, Msg: "S0012", ReturnData: { RESULT: "here" } };
      this.answers.set(key, { body: text, envelope });
      return envelope;
    });

  upload = (photo: StoredPhoto, key: string) =>
    this.reach(() => {
      const path = this.uploads.get(key) ?? `/files/${photo.name}-${this.uploads.size}`;
      this.uploads.set(key, path);
      return path;
    });
}

const rules = {
  rf_Scan: { subject: (i: WireBody) => `count ${i.NO}`, timeField: "AT" },
  rf_OddOne: { subject: () => "one", needsAttention: () => true },
  rf_Odd: { subject: () => "", needsAttention: () => true },
};
const scan = (no: string): WireBody => ({ Type: "rf_Scan", InParams: { NO: no } });

let disk: Disk;
let server: Server;
let open: Outbox[];
/** Starts the application on the device, or starts it again after it was killed. */
async function start(owner: Owner | undefined = ann): Promise<Outbox> {
  const outbox = new Outbox(disk, server, rules);
  open.push(outbox);
  await outbox.load();
  outbox.setOwner(owner);
  return outbox;
}
const numbers = () => server.applied.map((b) => inputOf(b).NO);
const queued = async (outbox: Outbox, body: WireBody, kind = "rf_Scan") =>
  expect(await outbox.perform(kind, body).catch((e: ClientError) => e.local)).toBe("queued");
const states = (outbox: Outbox) => outbox.getState().actions.map((a) => a.state);

beforeEach(() => {
  vi.useFakeTimers();
  disk = new Disk();
  server = new Server();
  open = [];
});
afterEach(() => {
  for (const o of open) o.close();
  vi.useRealTimers();
});

describe("an action", () => {
  it("is sent at once with a connection, and nothing stays stored", async () => {
    const outbox = await start();
    expect(await outbox.perform("rf_Scan", scan("A"))).toMatchObject({ Msg: "S0012" });
    expect([numbers(), disk.rows.size]).toEqual([["A"], 0]);
  });

  it("that is refused at once is not stored, so that the form shows the refusal", async () => {
    const outbox = await start();
    server.refuses = () => "S0212";
    await expect(outbox.perform("rf_Scan", scan("A"))).rejects.toMatchObject({ code: "S0212" });
    expect(disk.rows.size).toBe(0);
  });

  it("waits without a connection, and is sent in order when the connection returns", async () => {
    const outbox = await start();
    server.isDown = true;
    for (const no of ["A", "B", "C"]) await queued(outbox, scan(no));
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(3000);
    expect(numbers()).toEqual(["A", "B", "C"]);
    expect(states(outbox)).toEqual(["done", "done", "done"]);
  });

  it("survives the end of the application", async () => {
    server.isDown = true;
    await queued(await start(), scan("A"));
    server.isDown = false;
    await (await start()).drain();
    expect(numbers()).toEqual(["A"]);
  });

  it("whose answer was lost is applied once, also when its time is added later", async () => {
    const outbox = await start();
    server.weather = ["unanswered"];
    await queued(outbox, scan("A"));
    server.clock += hour;
    await outbox.drain();
    expect(numbers()).toEqual(["A"]);
    expect(states(outbox)).toEqual(["done"]);
  });

  it("is sent with the time of the act, by the server's clock", async () => {
    const outbox = await start();
    server.aheadMs = -hour;
    server.isDown = true;
    const at = server.clock;
    await queued(outbox, scan("A"));
    server.clock += 3 * hour;
    server.isDown = false;
    await outbox.drain();
    expect(inputOf(server.applied[0] ?? {}).AT).toBe(new Date(at).toISOString());
  });

  it("asks for its time if the clock was changed after the act", async () => {
    const outbox = await start();
    server.isDown = true;
    await queued(outbox, scan("A"));
    server.isDown = false;
    server.aheadMs = hour;
    await outbox.drain();
    const [action] = outbox.getState().actions;
    expect(action?.problem).toEqual({ kind: "clock" });
    const AT = "2026-11-23T07:30:00.000Z";
    await outbox.sendAgain(action?.id ?? "", { Type: "rf_Scan", InParams: { NO: "A", AT } });
    expect(server.applied.map(inputOf)).toEqual([{ NO: "A", AT }]);
  });
});

describe("a clock that was changed", () => {
  it("does not send an action again whose answer was lost", async () => {
    const outbox = await start();
    server.weather = ["unanswered"];
    await queued(outbox, scan("A"));
    server.aheadMs = hour;
    await outbox.drain();
    const [action] = outbox.getState().actions;
    expect(action?.problem).toEqual({ kind: "clock" });
    const AT = "2026-11-23T07:30:00.000Z";
    await outbox.sendAgain(action?.id ?? "", { Type: "rf_Scan", InParams: { NO: "A", AT } });
    expect([states(outbox), numbers()]).toEqual([["done"], ["A"]]);
  });
});

describe("a server that fails at one action", () => {
  it("holds back only the same thing, and asks the user after five attempts", async () => {
    const outbox = await start();
    server.isDown = true;
    for (const no of ["A", "A", "B"]) await queued(outbox, scan(no));
    server.isDown = false;
    server.status = 500;
    server.refuses = (b) => (inputOf(b).NO === "A" ? "S0209^x" : undefined);
    await outbox.drain();
    expect([states(outbox), numbers()]).toEqual([["waiting", "waiting", "done"], ["B"]]);
    await vi.advanceTimersByTimeAsync(hour);
    expect(states(outbox)).toEqual(["conflict", "waiting", "done"]);
    expect(outbox.getState().actions[0]?.problem).toEqual({ kind: "refused", msg: "S0209^x" });
    server.refuses = () => undefined;
    await outbox.sendAgain(outbox.getState().actions[0]?.id ?? "");
    expect(numbers()).toEqual(["B", "A", "A"]);
  });
});

describe("a device that cannot store", () => {
  it("sends a write at once", async () => {
    const outbox = await start();
    disk.failing = [true];
    expect(await outbox.perform("rf_Scan", scan("A"))).toMatchObject({ Msg: "S0012" });
    expect(numbers()).toEqual(["A"]);
  });

  it("reports an applied write as applied, and sends it once", async () => {
    const outbox = await start();
    disk.failing = [false, false, true];
    expect(await outbox.perform("rf_Scan", scan("A"))).toMatchObject({ Msg: "S0012" });
    await outbox.drain();
    expect(numbers()).toEqual(["A"]);
  });
});

it("an action that is added during a drain is sent without a further call", async () => {
  const outbox = await start();
  server.isDown = true;
  await queued(outbox, scan("A"));
  server.isDown = false;
  const drained = outbox.drain();
  await queued(outbox, scan("A"));
  await drained;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(numbers()).toEqual(["A", "A"]);
});

describe("a conflict", () => {
  async function conflict(): Promise<Outbox> {
    const outbox = await start();
    server.isDown = true;
    for (const no of ["A", "A", "B"]) await queued(outbox, scan(no));
    server.isDown = false;
    server.refuses = (b) => (inputOf(b).NO === "A" ? "S0212" : undefined);
    await outbox.drain();
    return outbox;
  }
  const idOf = (outbox: Outbox) => outbox.getState().actions[0]?.id ?? "";

  it("waits for its user, and holds back later actions about the same thing only", async () => {
    const outbox = await conflict();
    expect(states(outbox)).toEqual(["conflict", "waiting", "done"]);
    await (await start()).drain();
    expect([states(outbox), numbers()]).toEqual([["conflict", "waiting", "done"], ["B"]]);
  });

  it("is sent again, edited, or discarded with a reason", async () => {
    const outbox = await conflict();
    await outbox.sendAgain(idOf(outbox));
    expect(states(outbox)).toEqual(["conflict", "waiting", "done"]);
    await outbox.sendAgain(idOf(outbox), scan("C"));
    expect(numbers()).toEqual(["B", "C"]);
    await vi.waitFor(() => expect(states(outbox)).toEqual(["done", "conflict", "done"]));
    const second = outbox.getState().actions[1]?.id ?? "";
    await outbox.discard(second, "counted twice");
    expect(outbox.getState().actions[1]).toMatchObject({ state: "discarded", reason: "counted twice" });
  });

  it("also comes from an answer that needs attention", async () => {
    const outbox = await start();
    server.isDown = true;
    await queued(outbox, scan("A"), "rf_Odd");
    server.isDown = false;
    await outbox.drain();
    expect(outbox.getState().actions[0]?.problem).toMatchObject({ kind: "answer" });
    await outbox.sendAgain(idOf(outbox), scan("D"));
    expect(numbers()).toEqual(["A", "D"]);
  });
});

it("an answer that needs attention holds back later actions about the same thing", async () => {
  const outbox = await start();
  server.isDown = true;
  for (const no of ["A", "B"]) await queued(outbox, scan(no), "rf_OddOne");
  server.isDown = false;
  await outbox.drain();
  expect([states(outbox), numbers()]).toEqual([["conflict", "waiting"], ["A"]]);
});

describe("an expired session", () => {
  it("pauses the queue until the user signs in again", async () => {
    const outbox = await start();
    server.session = undefined;
    await queued(outbox, scan("A"));
    expect(outbox.getState().needsSignIn).toBe(true);
    server.session = ann;
    outbox.setOwner(ann);
    await outbox.drain();
    expect(numbers()).toEqual(["A"]);
  });

  it("never lets another user send the actions", async () => {
    server.isDown = true;
    await queued(await start(), scan("A"));
    server.isDown = false;
    const bob = { ...ann, user: "bob" };
    server.session = bob;
    const his = await start(bob);
    await his.drain();
    expect(his.getState()).toMatchObject({ actions: [], others: { ann: 1 } });
    // The page of the user ann is still open, but the user bob has signed in in another tab.
    const hers = await start(ann);
    await hers.drain();
    expect([numbers(), hers.getState().needsSignIn]).toEqual([[], true]);
  });
});

it("photos are uploaded once, and stay on the device until the action is answered", async () => {
  const id = "0".repeat(32);
  const photo = { id, blob: new Blob(["x"]), name: "p.jpg", ownerTable: "T", ownerId: "1", at: 0 };
  disk.photos.set(id, photo);
  const outbox = await start();
  server.weather = ["unanswered"];
  await queued(outbox, { Type: "rf_Scan", InParams: { NO: "A", IMG: localPathOf(id) } });
  server.weather = ["ok", "ok", "unanswered"];
  await outbox.drain();
  expect(disk.photos.size).toBe(1);
  await outbox.drain();
  expect([server.uploads.size, server.applied.length, disk.photos.size]).toEqual([1, 1, 0]);
  expect(inputOf(server.applied[0] ?? {}).IMG).toBe("/files/p.jpg-0");
});

it("2,000 actions are sent", async () => {
  const outbox = await start();
  server.isDown = true;
  for (let i = 0; i < 2000; i++) await queued(outbox, scan(String(i)));
  server.isDown = false;
  await outbox.drain();
  expect([server.applied.length, new Set(numbers()).size]).toEqual([2000, 2000]);
}, 120_000);

it("no action is lost or doubled, whatever fails and whenever the application is killed", async () => {
  const weather = fc.constantFrom("ok", "unsent", "unanswered");
  const step = fc.oneof(
    fc.record({ kind: fc.constant("scan" as const), weather: fc.array(weather, { maxLength: 4 }) }),
    fc.record({
      kind: fc.constantFrom("drain", "kill", "tab", "expire"),
      weather: fc.array(weather, { maxLength: 6 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      disk = new Disk();
      server = new Server();
      let outbox = await start();
      const done: string[] = [];
      for (const [i, s] of steps.entries()) {
        server.weather = [...s.weather];
        server.clock += 60_000;
        if (s.kind === "scan") {
          done.push(String(i));
          await outbox.perform("rf_Scan", scan(String(i))).catch(() => {});
        } else if (s.kind === "drain") await outbox.drain();
        else if (s.kind === "expire") {
          server.session = undefined;
          await outbox.drain();
          server.session = ann;
          outbox.setOwner(ann);
        } else {
          // Simulates a page that is killed while it sends: the old page still runs for a moment after the next page
          // has started.
          void outbox.drain();
          outbox = await start();
          if (s.kind === "tab") await outbox.drain();
        }
      }
      server.weather = [];
      for (let i = 0; i < 3; i++) {
        await vi.advanceTimersByTimeAsync(600_000);
        await outbox.drain();
      }
      expect(numbers().sort()).toEqual(done.sort());
      for (const o of open) o.close();
    }),
    { numRuns: 150 },
  );
});

it("pauses between attempts grow from seconds to five minutes", () => {
  expect([0, 1, 2, 20].map((n) => retryDelay(n, 0.5))).toEqual([2000, 4000, 8000, 300_000]);
});
