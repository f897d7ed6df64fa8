import { codes, isMessage } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import type { Principal } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { authenticateOrGuest } from "./auth.ts";
import { ok } from "./envelope.ts";
import { optionalText } from "./login-fields.ts";

/** Facts about a shop that its pages show: its tenant, name, logo and contact. Wire names. */
export interface ShopFacts {
  readonly IS_OPEN: "Y";
  readonly TENANT_ID: string;
  readonly SHOP_NAME: string | null;
  readonly SHOP_PHONE: string | null;
  readonly SHOP_MAIL: string | null;
  readonly LOGO: string | null;
}

/** Returns the facts about the shop of a visitor's or user's tenant. */
export async function readShop(app: Pick<App, "db">, { tenantId }: Principal): Promise<ShopFacts> {
  const [rows] = await app.db.run(tenantId, [
    sql<ShopFacts>`
      select
        'Y' as "IS_OPEN", code as "TENANT_ID", nullif(shop_name, '') as "SHOP_NAME",
        shop_phone as "SHOP_PHONE", shop_mail as "SHOP_MAIL", logo as "LOGO"
      from tenant
      where tenant_id = ${tenantId}
    `,
  ]);
  const [facts] = rows;
  if (!facts) throw new Error(`tenant ${tenantId} does not exist`);
  return facts;
}

/** Registers POST /shop/info and the address /shop/TENANT of a tenant's shop. */
export function shopRoutes(http: FastifyInstance, app: App): void {
  http.post("/shop/info", async (request, reply) => {
    try {
      const code = optionalText(request.body ?? {}, "TENANT_ID");
      const { who } = await authenticateOrGuest(app, request, reply, code);
      return ok(reply, codes.fetched, JSON.stringify(await readShop(app, who)));
    } catch (cause) {
      // Answers "not open" to a visitor of a closed or unknown shop. The error S0009 would make the page end the user's
      // session.
      if (cause instanceof Error && "code" in cause && isMessage({ code: String(cause.code) }, "noToken"))
        return ok(reply, codes.fetched, JSON.stringify({ IS_OPEN: "N" }));
      throw cause;
    }
  });

  // Redirects to the application, with the tenant as a parameter. All shops use the same HTML document.
  http.get<{ Params: { tenant: string } }>("/shop/:tenant", (request, reply) =>
    reply.redirect(`/?TENANT=${encodeURIComponent(request.params.tenant)}#/Shop/index`),
  );
}
