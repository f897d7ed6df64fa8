import { codes, defineCommand, errors, field, right, signedIn } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "./ctx.ts";
import { DbError } from "./db/db.ts";
import { sql } from "./db/sql.ts";
import { dispatchOnce, endRequestKeys } from "./dispatch-once.ts";
import { EventBus, type LiveEvent } from "./events.ts";
import { handle, Registry } from "./registry.ts";
import { refusalOf } from "./testing/refusal.ts";
import { type KernelTenant, kernelTenant } from "./testing/tenant.ts";

const input = { code: field.text(20, { required: true }), mode: field.text(20) };
const output = { code: field.text(20), runs: field.int() };
let runs = 0;

const insert = (ctx: Ctx, code: string) => sql`
  insert into dictionary (tenant_id, dict_code, dict_name)
  values (${ctx.who.tenantId}, ${code}, ${code})
`;

/**
 * Command of the tests: inserts a dictionary in a transaction. Its input `mode` chooses what follows, such as a
 * refusal, a failure, or further inserts.
 */
const add = handle(
  defineCommand({ type: "rf_Add", access: signedIn, input, output }),
  async (ctx, { code, mode }) => {
    runs++;
    const { tenantId } = ctx.who;
    await ctx.db.tx(tenantId, (tx) => tx.query(insert(ctx, code)));
    ctx.events.emit(tenantId, { type: "board" });
    if (mode === "refused") throw errors.wrongState();
    if (mode === "failed") throw errors.tookTooLong();
    if (mode === "broken") throw new Error("the process ends here");
    if (mode === "conflict" && runs === 1) throw new DbError("40001", "", "serialization failure");
    if (mode === "parallel")
      await Promise.all(
        ["X", "Y"].map((more) => ctx.db.tx(tenantId, (tx) => tx.query(insert(ctx, code + more)))),
      );
    if (mode === "caught") await ctx.db.run(tenantId, [insert(ctx, code)]).catch(() => {});
    return { code, runs };
  },
);
const refused = handle(
  defineCommand({ type: "rf_Refused", access: signedIn, input, output }),
  async (ctx, { code }) => {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      await tx.query(insert(ctx, code));
      throw errors.wrongState();
    });
    return { code, runs };
  },
);
const count = handle(
  defineCommand({ type: "rf_Count", access: right(menus.mold, "Q"), input: {}, output }),
  async () => ({ code: "", runs: ++runs }),
);
const test = handle(
  defineCommand({ type: "rf_Test", access: signedIn, repeatable: true, input: {}, output }),
  async () => ({ code: "", runs: ++runs }),
);
const registry = new Registry([{ commands: [add, refused, count, test] }]);

let t: KernelTenant;
let heard: LiveEvent[];
let ctx: Ctx;
beforeEach(async () => {
  t = await kernelTenant();
  runs = 0;
  heard = [];
  const events = new EventBus();
  events.listen(t.id, (e) => heard.push(e));
  ctx = { ...t.ctx, events, who: { ...t.ctx.who, rights: new Set([`${menus.mold}:Q`]) } };
});

const body = (code: string, mode?: string) => ({ Type: "rf_Add", InParams: { CODE: code, MODE: mode } });
const send = async (key: string, of: unknown, from = ctx) => {
  const { data, msg, isReplayed = false } = await dispatchOnce(from, registry, of, key);
  return { msg, isReplayed, ...JSON.parse(data ?? "{}") };
};
const stored = async () =>
  (await t.rows(sql`select dict_code from dictionary order by 1`)).map((r) => r.dict_code).join();
const keys = async () => (await t.rows(sql`select request_key from request_key`)).length;

describe("a request with a key", () => {
  it("is applied once, and a repetition gets the first answer", async () => {
    const first = { msg: codes.done, isReplayed: false, CODE: "A", RUNS: 1 };
    expect(await send("k", body("A"))).toEqual(first);
    expect(await send("k", body("A"))).toEqual({ ...first, isReplayed: true });
    const reordered = { InParams: { MODE: undefined, CODE: "A" }, Type: "rf_Add" };
    expect(await send("k", reordered)).toEqual({ ...first, isReplayed: true });
    expect([await stored(), runs, heard.length]).toEqual(["A", 1, 1]);
  });

  it("is refused with another input, and with another operation", async () => {
    await send("k", body("A"));
    expect(await refusalOf(() => send("k", body("B")))).toBe("requestKeyUsed");
    expect(await refusalOf(() => send("k", { ...body("A"), Type: "rf_Refused" }))).toBe("requestKeyUsed");
    expect(await stored()).toBe("A");
  });

  it("is refused if its input is nested too deeply to be compared", async () => {
    const nested = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    expect(await refusalOf(() => send("k", { ...body("A"), nested }))).toBe("invalidField BODY");
    expect(await stored()).toBe("");
  });

  it("is one of its user, or of its API key", async () => {
    await send("k", body("A"));
    const other = { ...ctx, who: { ...ctx.who, userId: "bob" } };
    expect(await send("k", body("B"), other)).toMatchObject({ isReplayed: false });
    const program = { ...ctx, who: { ...ctx.who, apiKey: { keyId: 3, name: "erp" } } };
    // The command admits people only. The refusal shows that the program does not get the stored answer of the person.
    expect(await refusalOf(() => send("k", body("A"), program))).toBe("forbidden");
  });

  it("is applied once if it arrives several times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send("k", body("A"))));
    expect(answers.filter((a) => !a.isReplayed)).toHaveLength(1);
    expect(new Set(answers.map((a) => `${a.msg} ${a.CODE} ${a.RUNS}`)).size).toBe(1);
    expect([await stored(), runs, await keys()]).toEqual(["A", 1, 1]);
  });

  it("that breaks off leaves nothing, so that a repetition is applied", async () => {
    await expect(send("k", body("A", "broken"))).rejects.toThrow("the process ends here");
    expect([await stored(), await keys(), heard.length]).toEqual(["", 0, 0]);
    const secrets = {
      seal() {
        throw new Error("killed");
      },
    };
    const unsealed = { ...ctx, secrets: secrets as never };
    await expect(send("k", body("A"), unsealed)).rejects.toThrow("killed");
    expect([await stored(), await keys(), heard.length]).toEqual(["", 0, 0]);
    expect(await send("k", body("A"))).toMatchObject({ isReplayed: false });
    expect([await stored(), await keys(), heard.length]).toEqual(["A", 1, 1]);
  });

  it("that is refused stores no key", async () => {
    expect(await refusalOf(() => send("k", { ...body("A"), Type: "rf_Refused" }))).toBe("wrongState");
    expect([await stored(), await keys()]).toEqual(["", 0]);
    expect(await send("k", body("A"))).toMatchObject({ isReplayed: false });
  });

  it("keeps what a refused command has committed, as without a key", async () => {
    expect(await refusalOf(() => send("k", body("A", "refused")))).toBe("wrongState");
    expect([await stored(), await keys(), heard.length]).toEqual(["A", 0, 1]);
  });

  it("keeps nothing of a command that failed, so that a repetition is applied", async () => {
    expect(await refusalOf(() => send("k", body("A", "failed")))).toBe("tookTooLong");
    expect([await stored(), await keys(), heard.length]).toEqual(["", 0, 0]);
    expect(await send("k", body("A"))).toMatchObject({ isReplayed: false });
    expect([await stored(), await keys(), heard.length]).toEqual(["A", 1, 1]);
  });

  it("runs again after a conflict with another transaction, and emits its events once", async () => {
    expect(await send("k", body("A", "conflict"))).toMatchObject({ isReplayed: false, RUNS: 2 });
    expect([await stored(), heard.length]).toEqual(["A", 1]);
  });

  it("may run transactions at the same time, or survive one that fails", async () => {
    await send("k", body("A", "parallel"));
    await send("l", body("B", "caught"));
    expect(await stored()).toBe("A,AX,AY,B");
  });

  it("has its answer stored encrypted", async () => {
    await send("k", body("A"));
    const [row] = await t.rows(sql`select answer_data from request_key`);
    expect(String(row?.answer_data)).toMatch(/^sealed\./);
  });

  it("that only reads, or may be repeated, runs again and stores no key", async () => {
    for (const Type of ["rf_Count", "rf_Test"])
      for (const again of [1, 2])
        expect(await send("k", { Type })).toMatchObject({
          isReplayed: false,
          RUNS: again + (Type === "rf_Test" ? 2 : 0),
        });
    expect(await keys()).toBe(0);
  });
});

it.each(["", " ", "a b", "ü", "x".repeat(201)])("the malformed key %j is refused", async (key) => {
  expect(await refusalOf(() => send(key, body("A")))).toBe("invalidField Idempotency-Key");
});

it("a visitor without a log-in has no keys", async () => {
  const guest = { ...ctx, who: { ...ctx.who, userId: "" } };
  expect(await refusalOf(() => send("k", body("A"), guest))).toBe("invalidField Idempotency-Key");
});

it("keys are forgotten after 90 days", async () => {
  await send("k", body("A"));
  const after = (days: number) => endRequestKeys({ ...ctx, now: ctx.now + days * 86_400_000 });
  await after(89);
  expect(await keys()).toBe(1);
  await after(91);
  expect(await keys()).toBe(0);
});
