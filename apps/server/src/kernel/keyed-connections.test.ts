import { defineCommand, errors, field, signedIn } from "@shotkeeper/contract/kernel";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { oneConnection } from "../testing/database.ts";
import type { Ctx } from "./ctx.ts";
import type { Db } from "./db/db.ts";
import { openDb } from "./db/open.ts";
import { sql } from "./db/sql.ts";
import { dispatchOnce } from "./dispatch-once.ts";
import { EventBus, type LiveEvent } from "./events.ts";
import { handle, Registry } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";

const { DATABASE_URL: url } = process.env;
const output = { code: field.text(20) };

const insert = (tenantId: number, code: string) => sql`
  insert into dictionary (tenant_id, dict_code, dict_name)
  values (${tenantId}, ${code}, ${code})
`;
const add = (ctx: Ctx, code: string) => ctx.db.run(ctx.who.tenantId, [insert(ctx.who.tenantId, code)]);
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

let tell = gate();
let background: Promise<unknown> = Promise.resolve();
const command = (type: `rf_${string}`, handler: (ctx: Ctx) => Promise<unknown>) =>
  handle(defineCommand({ type, access: signedIn, input: {}, output }), async (ctx) => {
    await handler(ctx);
    return { code: "" };
  });
const registry = new Registry([
  {
    commands: [
      command("rf_Tell", async (ctx) => {
        await add(ctx, "A");
        // Begins further work in the background after the commit, as notices do (`soon` in modules/notice).
        const run = ({ db, events }: Pick<Ctx, "db" | "events">) => {
          background = tell.opened.then(async () => {
            await add({ ...ctx, db }, "TOLD");
            events.emit(ctx.who.tenantId, { type: "notice" });
          });
        };
        if (ctx.afterCommit) ctx.afterCommit(run);
        else run(ctx);
      }),
      command("rf_Leak", async (ctx) => {
        await add(ctx, "A");
        background = tell.opened.then(() => add(ctx, "LEAKED"));
        background.catch(() => {});
      }),
      command("rf_Parts", async (ctx) => {
        const parts = ["A", "B", "C"].map((code) => add(ctx, code));
        await Promise.all([Promise.reject(errors.wrongState()), ...parts]);
      }),
      command("rf_Slow", async (ctx) => {
        await add(ctx, "A");
        await tell.opened;
      }),
    ],
  },
]);

let t: KernelTenant;
let other: KernelTenant;
let heard: LiveEvent[];
beforeEach(async () => {
  t = await kernelTenant();
  other = await kernelTenant();
  tell = gate();
  heard = [];
});
const ctxOn = (db: Db): Ctx => {
  const events = new EventBus();
  events.listen(t.id, (e) => heard.push(e));
  return { ...t.ctx, events, db };
};
const codesOf = async (of: KernelTenant) =>
  (await of.rows(sql`select dict_code from dictionary order by 1`)).map((r) => r.dict_code).join();

describe("a request with a key on the only connection", () => {
  let db: Db;
  beforeAll(async () => {
    db = await oneConnection();
  });
  const send = (type: string) => dispatchOnce(ctxOn(db), registry, { Type: type }, "k");
  /**
   * Opens a transaction of another tenant and, while it is open, lets the background work of the command begin
   * (`tell.open`). The background work must not become part of this transaction.
   */
  const writeMeanwhile = () =>
    db.tx(other.id, async (tx) => {
      await tx.query(insert(other.id, "X"));
      tell.open();
      for (const _ of [1, 2, 3]) await tx.query(sql`select pg_sleep(0.02)`);
      await tx.query(insert(other.id, "Y"));
    });

  it("runs work in the background after its commit, apart from the work of other tenants", async () => {
    await send("rf_Tell");
    await writeMeanwhile();
    await background;
    expect([await codesOf(t), await codesOf(other)]).toEqual(["A,TOLD", "X,Y"]);
    expect(heard).toMatchObject([{ type: "notice" }]);
  });

  it("refuses what goes on after its end, and leaves the work of other tenants alone", async () => {
    await send("rf_Leak");
    await writeMeanwhile();
    await expect(background).rejects.toThrow("the transaction has ended");
    expect([await codesOf(t), await codesOf(other)]).toEqual(["A", "X,Y"]);
  });

  it("waits for all its parts before it ends, also if the command is refused", async () => {
    const [refusal] = await Promise.all([refusalOf(() => send("rf_Parts")), writeMeanwhile()]);
    expect(refusal).toBe("wrongState");
    expect([await codesOf(t), await codesOf(other)]).toEqual(["A,B,C", "X,Y"]);
  });
});

/**
 * Skipped on the embedded database: it has only one session, so a repeated request would have to wait for that session.
 */
it.skipIf(!url)("repetitions wait for the first request without a connection", async () => {
  const db = await openDb({ url, connections: 2 });
  try {
    const ctx = ctxOn(db);
    const send = () => dispatchOnce(ctx, registry, { Type: "rf_Slow" }, "k");
    const first = send();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const repeated = Array.from({ length: 5 }, send);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const write = db.run(other.id, [insert(other.id, "X")]);
    const late = new Promise((resolve) => setTimeout(resolve, 3000, "late"));
    expect(await Promise.race([write.then(() => "written"), late])).toBe("written");
    tell.open();
    expect((await first).isReplayed).toBeUndefined();
    expect((await Promise.all(repeated)).map((a) => a.isReplayed)).toEqual(Array(5).fill(true));
    expect(await codesOf(t)).toBe("A");
  } finally {
    tell.open();
    await db.close();
  }
});
