import { describe, expect, it } from "vitest";
import { TenantSlots } from "./tenant-slots.ts";

const slots = (waiting: number, waitMs = 1000) => new TenantSlots({ running: 2, waiting, waitMs });

describe("slots of a tenant", () => {
  it("let two calls run at once, and the others in their order", async () => {
    const s = slots(9);
    const order: number[] = [];
    let most = 0;
    let now = 0;
    await Promise.all(
      [0, 1, 2, 3, 4].map((i) =>
        s.run(1, async () => {
          now++;
          most = Math.max(most, now);
          await new Promise((resolve) => setTimeout(resolve, 10));
          order.push(i);
          now--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it("do not count calls of other tenants, and are free again after a failure", async () => {
    const s = slots(0);
    const releases = [await s.enter(1), await s.enter(1)];
    await expect(s.enter(1)).rejects.toMatchObject({ code: "S0204", status: 429 });
    await expect(s.run(2, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    // Frees the same slot twice. The second call must not free another slot.
    releases[0]?.();
    releases[0]?.();
    releases.push(await s.enter(1));
    await expect(s.enter(1)).rejects.toMatchObject({ code: "S0204" });
  });

  it("refuse a call that waited too long, and do not give it the slot later", async () => {
    const s = slots(1, 20);
    const [first] = [await s.enter(1), await s.enter(1)];
    await expect(s.enter(1)).rejects.toMatchObject({ code: "S0204" });
    first();
    await s.enter(1);
  });
});
