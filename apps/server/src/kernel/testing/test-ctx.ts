import type { Ctx, Principal } from "../ctx.ts";
import { EventBus } from "../events.ts";
import { Secrets } from "../secrets.ts";

/** Wednesday noon in Shanghai, epoch ms. */
export const noon = Date.parse("2026-05-20T04:00:00Z");

export const anyUser: Principal = {
  tenantId: 7,
  tenantCode: "seven",
  zone: "Asia/Shanghai",
  userId: "ann",
  userName: "Ann",
  roleCode: "clerk",
  rights: new Set(),
  scope: { kind: "tenant" },
  sessionHash: "",
};

const unused = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get() {
      throw new Error(`the test brings no ${name}`);
    },
  });

/** Returns a context at noon for a test user. Tests pass a database or sessions if they need them. */
export function testCtx(more: Partial<Ctx> = {}): Ctx {
  return {
    db: unused("db"),
    sessions: unused("sessions"),
    secrets: new Secrets(undefined, undefined),
    events: new EventBus(),
    who: anyUser,
    now: noon,
    ...more,
  };
}
