import { systemCtx } from "../jobs/runner.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { TestTenant } from "./tenant.ts";

/** Returns the context that the job runner passes to a job of this tenant. */
export function systemCtxOf(t: TestTenant): Ctx {
  const { app, clock } = t.server;
  return systemCtx(app, { tenant_id: t.id, code: t.code, zone: "Asia/Shanghai" }, clock.now);
}
