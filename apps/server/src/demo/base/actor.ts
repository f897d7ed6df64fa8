import type { App } from "../../app.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { allRights } from "../../tenants/create-tenant.ts";

/** User of the demo tenant. Calls the same API as the screens, at a given time, which may lie in the past. */
export class Actor {
  private readonly rights = new Set(allRights());

  constructor(
    readonly app: App,
    readonly tenantId: number,
  ) {}

  ctx(now: number, userId = "admin"): Ctx {
    const { app, tenantId, rights } = this;
    return {
      db: app.db,
      events: app.events,
      sessions: app.sessions,
      secrets: app.secrets,
      now,
      who: {
        tenantId,
        tenantCode: "demo",
        zone: "Asia/Shanghai",
        userId,
        userName: userId,
        roleCode: "admin",
        rights,
        scope: { kind: "tenant" },
        sessionHash: "",
      },
    };
  }

  can(type: string): boolean {
    return this.app.registry.commands.has(type);
  }

  async run(
    type: string,
    params: Readonly<Record<string, unknown>>,
    now: number,
    userId?: string,
  ): Promise<unknown> {
    const body = { Type: type, InParams: params };
    const { data } = await dispatch(this.ctx(now, userId), this.app.registry, body);
    return JSON.parse(data ?? "null");
  }

  async write(
    type: "insert" | "update",
    table: readonly [menu: string, name: string],
    rows: readonly Readonly<Record<string, unknown>>[],
    now: number,
    userId?: string,
  ): Promise<void> {
    const [MENU_ID, TableName] = table;
    await this.request({ Type: type, MENU_ID, TableName, Data: rows }, now, userId);
  }

  async request(body: Readonly<Record<string, unknown>>, now: number, userId?: string): Promise<void> {
    await dispatch(this.ctx(now, userId), this.app.registry, body);
  }
}
