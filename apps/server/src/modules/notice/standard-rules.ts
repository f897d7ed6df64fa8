import { noticeKinds, noticeStyle, noticeTypeNames } from "@shotkeeper/contract/notice";
import { serverTexts } from "@shotkeeper/locales/server";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Returns the id of the default rule of a notice type. Example: "STD_ORDER_LATE". */
const idOf = (type: string) => `STD_${type.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`;

/**
 * Returns a statement that inserts a default rule for every notice type without a rule. A default rule is switched on
 * if `noticeKinds` marks its type as `standard`. A rule notifies all users who have a right on one of the type's
 * screens. Messages are sent at once by the bell, and to customers of the shop by mail too. `on conflict` is needed
 * because two servers may insert the same rule at the same time.
 */
export function standardRules(tenantId: number, now: number): Sql {
  const at = new Date(now);
  const rules = noticeTypeNames.map((type) => ({
    id: idOf(type),
    name: serverTexts.zh_CN.enums.noticeType[type],
    type,
    on: noticeKinds[type].standard === true,
    style: [noticeStyle.values.bell, ...(noticeKinds[type].byMail ? [noticeStyle.values.mail] : [])],
  }));
  return sql`insert into notice_rule (
      tenant_id, rule_id, rule_name, notice_type, is_on, notice_style,
      created_by, created_date, updated_by, updated_date)
    select ${tenantId}::int, x.id, x.name, x.type, x.on, x.style, 'system', ${at}, 'system', ${at}
    from json_to_recordset(${JSON.stringify(rules)}::json) as x (id text, name text, type text, "on" boolean,
        style jsonb)
    where not exists (select from notice_rule r where r.tenant_id = ${tenantId} and r.notice_type = x.type)
    on conflict (tenant_id, rule_id) do nothing`;
}
