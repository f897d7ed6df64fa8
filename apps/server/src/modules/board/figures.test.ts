import { expect, it } from "vitest";
import { readLimits } from "../../kernel/read-limits.ts";
import { said } from "../../kernel/testing/refusal.ts";
import { kernelTenant } from "../../kernel/testing/tenant.ts";
import { noon } from "../../kernel/testing/test-ctx.ts";
import { oneConnection } from "../../testing/database.ts";
import { ownerFigures } from "./figures.ts";

it("a caller of a board who goes away does not end the load that others wait for", async () => {
  const db = await oneConnection();
  const t = await kernelTenant();
  const period = { from: noon, to: null, byHour: false, age: 0 };
  const ask = (gone?: AbortSignal) => {
    const ctx = { ...t.ctx, ...(gone && { gone }) };
    return ownerFigures({ ...ctx, db: db.limited(readLimits(ctx, "report")) }, period);
  };
  const gone = new AbortController();
  // Holds the only connection in a transaction, so that the first call (`ask(gone.signal)`) has to wait and can be
  // cancelled.
  const asked = await db.tx(t.id, async (tx) => {
    await tx.query({ text: "select 1", values: [] });
    const calls = Promise.allSettled([ask(gone.signal), ask()]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    gone.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { calls };
  });
  const [first, second] = await asked.calls;
  expect(first).toMatchObject({
    status: "rejected",
    reason: { message: said("requestCancelled") },
  });
  expect(second).toEqual({ status: "fulfilled", value: [] });
});
