import { AppError, tokenHeader } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { makeCaptcha } from "../kernel/auth/captcha.ts";
import { logIn } from "../kernel/auth/login.ts";
import type { Principal } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { authenticate } from "./auth.ts";
import { ok } from "./envelope.ts";

function text(body: unknown, name: string, max = 100): string {
  const value =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "string" || value === "" || value.length > max) throw new AppError("S0007", name);
  return value;
}

/** GET /captcha, POST /login, GET /user. */
export function sessionRoutes(http: FastifyInstance, app: App): void {
  http.get("/captcha", async (_request, reply) =>
    ok(reply, "S0018", JSON.stringify(await makeCaptcha(app.db, app.now()))),
  );

  http.post("/login", async (request, reply) => {
    const b = request.body;
    const devType = text(b, "DEV_TYPE");
    if (devType !== "PC" && devType !== "PDA") throw new AppError("S0200", "DEV_TYPE");
    const token = await logIn(
      app.db,
      app.sessions,
      {
        captchaId: text(b, "CAPTCHA_ID"),
        captcha: text(b, "CAPTCHA"),
        tenantCode: text(b, "TENANT_ID"),
        userId: text(b, "USER_ID"),
        password: text(b, "PASSWORD", 200),
        remember: (b as Record<string, unknown>).REMEMBER === "Y",
        devType,
      },
      app.now(),
      app.config.captchaBypass,
    );
    void reply.header(tokenHeader, token);
    return ok(reply, "S0006", JSON.stringify({ token }));
  });

  http.get("/user", async (request, reply) => {
    const { who } = await authenticate(app, request, reply);
    const [rows] = await app.db.run(who.tenantId, [
      sql`select u.user_id as "USER_ID", u.user_name as "USERNAME", u.nickname as "NICKNAME", u.sex as "SEX", u.phone as "PHONE",
          u.mail as "E_MAIL", u.org_id as "ORGANIZATION_ID", o.org_name as "ORGANIZATION_NAME", o.type as "ORGANIZATION_TYPE",
          r.role_code as "ROLE_CODE", r.role_name as "ROLE_NAME", t.code as "TENANT_ID", t.full_name as "FULL_NAME", t.sys_name as "SYS_NAME"
        from "user" u join tenant t on t.tenant_id = ${who.tenantId}
        left join role r on r.tenant_id = ${who.tenantId} and r.role_code = u.role_code
        left join organization o on o.tenant_id = ${who.tenantId} and o.org_id = u.org_id
        where u.tenant_id = ${who.tenantId} and u.user_id = ${who.userId}`,
    ]);
    const { SYS_NAME, ...info } = rows?.[0] ?? {};
    const user = {
      info,
      menus: menuRows(who),
      authorities: [...who.rights].sort(),
      roles: info.ROLE_CODE ? [{ ROLE_CODE: info.ROLE_CODE, ROLE_NAME: info.ROLE_NAME }] : [],
      cust: null,
    };
    return reply
      .header("content-type", "application/json; charset=utf-8")
      .send(JSON.stringify({ Code: 0, Msg: "S0018", SysName: SYS_NAME ?? "", data: { user } }));
  });
}

/** The menu as somebody's rights leave it: a screen needs Q, a section needs a screen. */
function menuRows(who: Principal): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  menus.forEach((section, i) => {
    const open = (section.children ?? []).filter((c) => who.rights.has(`${c.id}:Q`));
    if (open.length === 0) return;
    rows.push({ MENU_ID: section.id, PARENT_ID: "", PATH: "", ICON: section.icon, SORT_NUMBER: i + 1 });
    open.forEach((c, j) => {
      rows.push({
        MENU_ID: c.id,
        PARENT_ID: section.id,
        PATH: c.path ?? "",
        ICON: c.icon,
        SORT_NUMBER: j + 1,
      });
    });
  });
  return rows;
}
