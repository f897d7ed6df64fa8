import { codes, encodeOutput, errors } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { type MenuChange, menuOf, type SessionUser, sessionUser } from "@shotkeeper/contract/system";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { makeCaptcha } from "../kernel/auth/captcha.ts";
import { logIn, logInByWeChat } from "../kernel/auth/login.ts";
import { menuChanges } from "../kernel/auth/menus.ts";
import { selectMinLength } from "../kernel/auth/password-policy.ts";
import { weChatId } from "../kernel/auth/wechat.ts";
import { callerOf, type Principal } from "../kernel/ctx.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import { mayStepAlone } from "../kernel/one-person.ts";
import { authenticatePerson } from "./auth.ts";
import { ok } from "./envelope.ts";
import { captchaOf, optionalText, text } from "./login-fields.ts";
import { admitted, entryOf, originOf } from "./sign-in.ts";

type UserRow = SessionUser["info"] & {
  readonly sys_name: string;
  readonly may_step_alone: boolean;
  readonly menus: readonly MenuChange[];
  readonly cust: SessionUser["cust"];
};

/** Registers GET /captcha, GET /login/wechat, POST /login and GET /user. */
export function sessionRoutes(http: FastifyInstance, app: App): void {
  http.get("/captcha", async (request, reply) =>
    ok(reply, codes.fetched, JSON.stringify(await makeCaptcha(app.db, app.now(), request.ip))),
  );

  // Returns the address of WeChat's consent page, or null if log-in by WeChat is not configured.
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
    const { devType, remember } = entryOf(b);
    const code = (b as Record<string, unknown>).WECHAT_CODE;
    if (code !== undefined) {
      const tenantCode = text(b, "TENANT_ID");
      const id = await weChatId(app.config.weChat, text(b, "WECHAT_CODE", 512));
      const origin = originOf(request, "wechat");
      const entry = { tenantCode, weChatId: id, remember, devType, origin };
      return admitted(reply, await logInByWeChat(app.db, app.sessions, entry, app.now()));
    }
    const admission = await logIn(
      app.db,
      app.sessions,
      {
        captcha: captchaOf(b),
        tenantCode: text(b, "TENANT_ID"),
        userId: text(b, "USER_ID"),
        password: text(b, "PASSWORD", 200),
        address: request.ip,
        deviceToken: optionalText(b, "DEVICE_TOKEN"),
        remember,
        devType,
        origin: originOf(request, "password"),
      },
      app.now(),
      app.config.captchaBypass,
    );
    return admitted(reply, admission);
  });

  http.get("/user", async (request, reply) => {
    const { who } = await authenticatePerson(app, request, reply, true);
    const [rows, lengths] = await app.db.run(who.tenantId, [
      sql<UserRow>`
        select
          u.user_id as "userId", u.user_name as "userName", u.nickname, u.sex, u.phone, u.mail,
          u.org_id as "orgId", o.org_name as "orgName", o.type as "orgType", u.cust_id as "custId",
          r.role_code as "roleCode", r.role_name as "roleName", t.code as "tenantCode",
          t.full_name as "fullName", t.zone, t.sys_name, ${mayStepAlone(who)} as may_step_alone,
          ${menuChanges(who.tenantId)} as menus, ${customerFacts(who)} as cust
        from "user" u
        join tenant t on t.tenant_id = ${who.tenantId}
        left join role r on r.tenant_id = ${who.tenantId} and r.role_code = u.role_code
        left join organization o on o.tenant_id = ${who.tenantId} and o.org_id = u.org_id
        where u.tenant_id = ${who.tenantId} and u.user_id = ${who.userId}
      `,
      selectMinLength(who.tenantId),
    ]);
    const row = rows?.[0];
    if (!row) throw errors.sessionEnded();
    const { sys_name: SysName, may_step_alone, menus, cust, ...info } = row;
    const { roleCode, roleName } = info;
    const user: SessionUser = {
      info,
      menus: menuRows(who, menus),
      authorities: [...who.rights].sort(),
      roles: roleCode !== null && roleName !== null ? [{ roleCode, roleName }] : [],
      cust,
      viewer: who.viewer ? { ...who.viewer, until: new Date(who.viewer.until).toISOString() } : null,
      callerKind: callerOf(who).kind,
      mayStepAlone: may_step_alone,
      mustChangePassword: who.mustChangePassword ?? false,
      passwordMinLength: lengths?.[0]?.value ?? 0,
    };
    return reply.header("content-type", "application/json; charset=utf-8").send(
      JSON.stringify({
        Code: 0,
        Msg: codes.fetched,
        SysName,
        data: { user: encodeOutput(user, sessionUser) },
      }),
    );
  });
}

/** Selects the customer to which a shop user belongs, with the customer's host factories (spec shop §3, User info). */
function customerFacts({ tenantId, custId }: Principal): Sql {
  if (custId === undefined) return sql.raw("null");
  return sql`
    (
      select json_build_object(
        'custId', c.cust_id, 'custName', c.cust_name, 'defaultOem', c.default_oem,
        'statementDays', c.statement_days, 'oems',
        (
          select coalesce(
            json_agg(json_build_object('oemName', x.oem_name) order by x.oem_name), '[]'
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

/**
 * Returns the menu of a user. A screen is listed if the user has its right Q (query). A section is listed if one of its
 * screens is listed.
 */
function menuRows(who: Principal, changes: readonly MenuChange[]): SessionUser["menus"] {
  const items = menuOf(changes);
  // Offers only the shop to a customer's user, although some of the user's rights belong to administration screens.
  const isOffered = (id: string) =>
    who.rights.has(`${id}:Q`) && (who.custId === undefined || id === menuIds.shop);
  const open = new Set(items.filter((m) => m.path && isOffered(m.menuId)).map((m) => m.menuId));
  const sections = new Set(items.filter((m) => open.has(m.menuId)).map((m) => m.section));
  return items
    .filter((m) => open.has(m.menuId) || sections.has(m.menuId))
    .map((m) => ({
      menuId: m.menuId,
      parentId: m.section,
      path: m.path,
      icon: m.icon,
      sortNumber: m.sortNumber,
      orgId: m.orgId,
      names: { zh_CN: m.nameZhCn, zh_TW: m.nameZhTw, en: m.nameEn },
    }));
}
