import type { App } from "../../app.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { allRights } from "../../tenants/create-tenant.ts";

type Row = Readonly<Record<string, unknown>>;

/** Calls the server as an administrator does, by the same operations as the screens. */
export class Product {
  private readonly ctx: Ctx;

  constructor(
    private readonly app: App,
    tenant: { readonly id: number; readonly code: string; readonly zone: string },
    now: number,
  ) {
    this.ctx = {
      db: app.db,
      events: app.events,
      sessions: app.sessions,
      secrets: app.secrets,
      now,
      who: {
        tenantId: tenant.id,
        tenantCode: tenant.code,
        zone: tenant.zone,
        userId: "admin",
        userName: "admin",
        roleCode: "admin",
        rights: new Set(allRights()),
        scope: { kind: "tenant" },
        sessionHash: "",
      },
    };
  }

  /** Returns the answer of a command, with wire names. */
  async run(type: string, input: Row): Promise<Row> {
    const { data } = await dispatch(this.ctx, this.app.registry, { Type: type, InParams: input });
    return JSON.parse(data ?? "null") as Row;
  }

  /** Returns the rows of a query, with wire names. */
  async list(menu: string, id: string): Promise<readonly Row[]> {
    const body = { Type: "QueryByID", MENU_ID: menu, QueryID: id, Page: 1, Limit: 99_999 };
    const { data } = await dispatch(this.ctx, this.app.registry, body);
    return (JSON.parse(data ?? "null") as { readonly list: readonly Row[] }).list;
  }
}
