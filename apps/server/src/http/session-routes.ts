import { codes, errors, onWire, tokenHeader } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { type MenuChange, menuOf } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { makeCaptcha } from "../kernel/auth/captcha.ts";
import { logIn, logInByWeChat } from "../kernel/auth/login.ts";
import { menuChanges } from "../kernel/auth/menus.ts";
import { weChatId } from "../kernel/auth/wechat.ts";
import type { Principal } from "../kernel/ctx.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import { authenticate } from "./auth.ts";
import { ok } from "./envelope.ts";

function text(body: unknown, name: string, max = 100): string {
  const value =
    typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  if (typeof value !== "string" || value === "" || value.length > max)
    throw errors.missingField(onWire(name));
  return value;
}

/** GET /captcha, POST /login, GET /user. */
export function sessionRoutes(http: FastifyInstance, app: App): void {
  http.get("/captcha", async (_request, reply) =>
    ok(reply, codes.fetched, JSON.stringify(await makeCaptcha(app.db, app.now()))),
  );

  // Returns the address of WeChat's consent page; null if log-in by WeChat is not configured.
  http.get("/login/wechat", async (_request, reply) => {
    const { weChat } = app.config;
    const url = weChat && new URL(weChat.authorizeUrl);
    if (url && weChat)
      url.search = new URLSearchParams({
        appid: weChat.appId,
        response_type: "code",
        scope: "snsapi_login",
      }).toString();
    return ok(reply, codes.fetched, JSON.stringify({ URL: url?.href ?? null }));
  });

  http.post("/login", async (request, reply) => {
    const b = request.body;
    const devType = text(b, "DEV_TYPE");
    if (devType !== "PC" && devType !== "PDA") throw errors.invalidField("devType");
    const remember = (b as Record<string, unknown>).REMEMBER === "Y";
    const code = (b as Record<string, unknown>).WECHAT_CODE;
    if (code !== undefined) {
      const tenantCode = text(b, "TENANT_ID");
      const id = await weChatId(app.config.weChat, text(b, "WECHAT_CODE", 512));
      const token = await logInByWeChat(
        app.db,
        app.sessions,
        { tenantCode, weChatId: id, remember, devType },
        app.now(),
      );
      void reply.header(tokenHeader, token);
      return ok(reply, codes.loggedIn, JSON.stringify({ token }));
    }
    const token = await logIn(
      app.db,
      app.sessions,
      {
        captchaId: text(b, "CAPTCHA_ID"),
        captcha: text(b, "CAPTCHA"),
        tenantCode: text(b, "TENANT_ID"),
        userId: text(b, "USER_ID"),
        password: text(b, "PASSWORD", 200),
        remember,
        devType,
      },
      app.now(),
      app.config.captchaBypass,
    );
    void reply.header(tokenHeader, token);
    return ok(reply, codes.loggedIn, JSON.stringify({ token }));
  });

  http.get("/user", async (request, reply) => {
    const { who } = await authenticate(app, request, reply);
    const [rows] = await app.db.run(who.tenantId, [
      sql`
        select
          u.user_id as "USER_ID", u.user_name as "USERNAME", u.nickname as "NICKNAME",
          u.sex as "SEX", u.phone as "PHONE", u.mail as "E_MAIL", u.org_id as "ORGANIZATION_ID",
          o.org_name as "ORGANIZATION_NAME", o.type as "ORGANIZATION_TYPE", u.cust_id as "CUST_SEQ",
          r.role_code as "ROLE_CODE", r.role_name as "ROLE_NAME", t.code as "TENANT_ID",
          t.full_name as "FULL_NAME", t.sys_name as "SYS_NAME",
          ${menuChanges(who.tenantId)} as menus, ${customerFacts(who)} as cust
        from "user" u
        join tenant t on t.tenant_id = ${who.tenantId}
        left join role r on r.tenant_id = ${who.tenantId} and r.role_code = u.role_code
        left join organization o on o.tenant_id = ${who.tenantId} and o.org_id = u.org_id
        where u.tenant_id = ${who.tenantId} and u.user_id = ${who.userId}
      `,
    ]);
    const { SYS_NAME, menus, cust, ...info } = rows?.[0] ?? {};
    const user = {
      info,
      menus: menuRows(who, (menus ?? []) as MenuChange[]),
      authorities: [...who.rights].sort(),
      roles: info.ROLE_CODE ? [{ ROLE_CODE: info.ROLE_CODE, ROLE_NAME: info.ROLE_NAME }] : [],
      cust: cust ?? null,
    };
    return reply
      .header("content-type", "application/json; charset=utf-8")
      .send(JSON.stringify({ Code: 0, Msg: codes.fetched, SysName: SYS_NAME ?? "", data: { user } }));
  });
}

/** Selects the customer of a shop user, with the host factories to choose from (spec shop §3, User info). */
function customerFacts({ tenantId, custId }: Principal): Sql {
  if (custId === undefined) return sql.raw("null");
  return sql`
    (
      select json_build_object(
        'CUST_ID', c.cust_id, 'CUST_NAME', c.cust_name, 'DEFAULT_OEM', c.default_oem, 'MON_DAYS',
        c.statement_days, 'OEMS',
        (
          select coalesce(
            json_agg(json_build_object('OEM_NAME', x.oem_name) order by x.oem_name), '[]'
          )
          from customer_oem x
          where x.tenant_id = ${tenantId} and x.cust_id = c.cust_id
        )
      )
      from customer c
      where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
    )
  `;
}

/** Returns the menu rows that the user's rights allow: a screen needs Q, a section needs a visible screen. */
function menuRows(who: Principal, changes: readonly MenuChange[]): Record<string, unknown>[] {
  const items = menuOf(changes);
  // Customers see only the shop, whatever other rights their role has.
  const isOffered = (id: string) =>
    who.rights.has(`${id}:Q`) && (who.custId === undefined || id === menuIds.shop);
  const open = new Set(items.filter((m) => m.path && isOffered(m.menuId)).map((m) => m.menuId));
  const sections = new Set(items.filter((m) => open.has(m.menuId)).map((m) => m.section));
  return items
    .filter((m) => open.has(m.menuId) || sections.has(m.menuId))
    .map((m) => ({
      MENU_ID: m.menuId,
      PARENT_ID: m.section,
      PATH: m.path,
      ICON: m.icon,
      SORT_NUMBER: m.sortNumber,
      ORGANIZATION_ID: m.orgId,
      NAMES: { zh_CN: m.nameZhCn, zh_TW: m.nameZhTw, en: m.nameEn },
    }));
}
