import { describe, expect, it } from "vitest";
import { TenantLimits, usualTenantLimits } from "./tenant-limits.ts";

const limits = () => new TenantLimits({ ...usualTenantLimits, requestsPerSecond: 1 });

describe("requests of a tenant", () => {
  it("count at all processes of a server", () => {
    const [one, two] = [limits(), limits()];
    one.onRequest = (key) => two.countElsewhere(key, 1);
    two.onRequest = (key) => one.countElsewhere(key, 1);
    for (let i = 0; i < 5; i++) for (const l of [one, two]) l.countRequest(1, false);
    for (const l of [one, two]) expect(() => l.countRequest(1, false)).toThrow("S0204");
    one.countRequest(1, true);
    two.countRequest(2, false);
  });
});
