import { AppError, errors, onWire } from "@shotkeeper/contract/kernel";
import {
  type NoticeGroup,
  type NoticeTypeName,
  noticeKinds,
  noticeOutbox,
  noticeOutboxList,
  noticeReceivers,
  noticeRule,
  noticeRuleList,
  noticeStyle,
  noticeTemplate,
  noticeTemplateList,
  refuseRule,
  refuseTemplate,
  sendState,
} from "@shotkeeper/contract/notice";
import { userStatus } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl, type TableImpl, table } from "../../kernel/registry.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * SQL condition: the caller has tenant scope. Rules, templates and the notice log concern all organizations, so other
 * users see none of them.
 */
const wholeTenant = ({ who }: Ctx) => (who.scope.kind === "tenant" ? sql`true` : sql`false`);

const weekMs = 7 * 86_400_000;

const countOf = (state: number) => (ctx: Ctx) =>
  sql`select count(*)
    from notice_outbox x
    where x.tenant_id = ${ctx.who.tenantId}
      and x.rule_id = t.rule_id
      and x.created_date > ${new Date(ctx.now - weekMs)}
      and x.send_state = ${state}`;

export const noticeQueries: readonly QueryImpl[] = [
  implement(noticeRuleList, {
    from: "notice_rule",
    joins: (ctx) =>
      sql`left join notice_template p on p.tenant_id = ${ctx.who.tenantId} and p.template_id = t.template_id`,
    where: wholeTenant,
    columns: {
      templateName: "p.template_name",
      hasSecret: (ctx) =>
        sql`exists (
          select from notice_secret s
          where s.tenant_id = ${ctx.who.tenantId} and s.rule_id = t.rule_id)`,
      sentCount: countOf(sendState.values.sent),
      failedCount: countOf(sendState.values.failed),
    },
  }),
  implement(noticeTemplateList, {
    from: "notice_template",
    where: wholeTenant,
    columns: {
      ruleCount: (ctx) =>
        sql`select count(*)
          from notice_rule r
          where r.tenant_id = ${ctx.who.tenantId} and r.template_id = t.template_id`,
    },
  }),
  implement(noticeOutboxList, {
    from: "notice_outbox",
    joins: (ctx) => sql`left join notice_rule r on r.tenant_id = ${ctx.who.tenantId} and r.rule_id = t.rule_id
      left join "user" u on u.tenant_id = ${ctx.who.tenantId} and u.user_id = t.receiver
        and t.style = ${noticeStyle.values.bell}`,
    where: wholeTenant,
    columns: { ruleName: "r.rule_name", receiverName: "u.user_name" },
    order: [{ field: "eventAt", direction: "desc" }],
  }),
  implement(noticeReceivers, {
    from: ({ who: { tenantId } }) =>
      sql`(
        select tenant_id, 'role' as receiver_kind, role_code as receiver, role_name as receiver_name
        from role
        where tenant_id = ${tenantId}
        union all
        select tenant_id, 'user', user_id, user_name
        from "user"
        where tenant_id = ${tenantId} and status = ${userStatus.values.enabled}
        union all
        select tenant_id, 'org', org_id, org_name
        from organization
        where tenant_id = ${tenantId}) t`,
    where: wholeTenant,
  }),
];

/**
 * Returns the rules as they will be after the write. For an update, these are the stored fields, overwritten by the
 * sent fields.
 */
async function mergedRules(ctx: Ctx, action: string, rows: Rows): Promise<Rows> {
  if (action === "A") return rows;
  const { tenantId } = ctx.who;
  const ids = rows.map((r) => r.ruleId);
  const [stored] = await ctx.db.run(tenantId, [
    sql`select rule_id as "ruleId",
        notice_type as "noticeType",
        notice_style as "noticeStyle",
        template_id as "templateId",
        push_cycle as "pushCycle",
        push_time as "pushTime",
        up_time as "upTime",
        audience,
        to_roles as "toRoles",
        to_users as "toUsers",
        to_orgs as "toOrgs",
        to_mails as "toMails",
        webhook_url as "webhookUrl"
      from notice_rule
      where tenant_id = ${tenantId} and rule_id = any(${ids}::text[])`,
  ]);
  return rows.map((r) => ({ ...stored.find((s) => s.ruleId === r.ruleId), ...r }));
}

async function checkReceivers(ctx: Ctx, rules: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const all = (name: string) => rules.flatMap((r) => (Array.isArray(r[name]) ? (r[name] as string[]) : []));
  const missing = await ctx.db.run(tenantId, [
    sql`select 1
      from unnest(${all("toRoles")}::text[]) x
      where not exists (select from role r where r.tenant_id = ${tenantId} and r.role_code = x)
      limit 1`,
    sql`select 1
      from unnest(${all("toUsers")}::text[]) x
      where not exists (select from "user" u where u.tenant_id = ${tenantId} and u.user_id = x)
      limit 1`,
    sql`select 1
      from unnest(${all("toOrgs")}::text[]) x
      where not exists (select from organization o where o.tenant_id = ${tenantId} and o.org_id = x)
      limit 1`,
  ]);
  for (const [i, arg] of ["TO_ROLES", "TO_USERS", "TO_ORGS"].entries())
    if (missing[i]?.length) throw errors.unknownReference(onWire(arg));
}

/**
 * Throws if a rule uses a template of another group of notices, because some placeholders of the template would have no
 * value.
 */
async function checkTemplates(ctx: Ctx, rules: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const ids = rules.flatMap((r) => (typeof r.templateId === "string" ? [r.templateId] : []));
  if (ids.length === 0) return;
  const [found] = await ctx.db.run(tenantId, [
    sql<{ template_id: string; notice_group: NoticeGroup }>`select template_id, notice_group
      from notice_template
      where tenant_id = ${tenantId} and template_id = any(${ids}::text[])`,
  ]);
  for (const r of rules) {
    if (typeof r.templateId !== "string") continue;
    const template = found.find((t) => t.template_id === r.templateId);
    if (!template) throw errors.unknownReference("templateId");
    if (template.notice_group !== noticeKinds[r.noticeType as NoticeTypeName].group)
      throw errors.invalidField("templateId");
  }
}

/**
 * Throws if the last rule of a notice type would be deleted. The default rule of the type would be inserted again, so
 * the deletion would have no effect. Users can disable the rule instead.
 */
async function checkLast(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const ids = rows.map((r) => r.ruleId);
  const [last] = await ctx.db.run(tenantId, [
    sql`select 1
      from notice_rule t
      where t.tenant_id = ${tenantId}
        and t.rule_id = any(${ids}::text[])
        and not exists (
          select from notice_rule o
          where o.tenant_id = ${tenantId}
            and o.notice_type = t.notice_type
            and o.rule_id <> all(${ids}::text[]))
      limit 1`,
  ]);
  if (last.length > 0) throw errors.lastNoticeRule();
}

/**
 * Returns statements that raise an error if a deletion leaves a type of notices without a rule. They run in the
 * transaction of the deletion, because another request may delete the other rules after `checkLast`.
 */
function expectOtherRule({ who: { tenantId } }: Ctx, rows: Rows): Sql[] {
  const ids = rows.map((r) => String(r.ruleId));
  const deleted = sql`tenant_id = ${tenantId} and rule_id = any(${ids}::text[])`;
  return [
    sql`
      select 1
      from notice_rule t
      where t.tenant_id = ${tenantId} and t.notice_type in (select notice_type from notice_rule where ${deleted})
      order by t.rule_id
      for update of t
    `,
    sql`
      select app_expect(count(*), 0)
      from (select distinct notice_type from notice_rule where ${deleted}) d
      where not exists (
        select
        from notice_rule o
        where o.tenant_id = ${tenantId} and o.notice_type = d.notice_type and o.rule_id <> all(${ids}::text[])
      )
    `,
  ];
}

const ruleTable = table(noticeRule, {
  from: "notice_rule",
  where: wholeTenant,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "D") return checkLast(ctx, rows);
    const rules = await mergedRules(ctx, action, rows);
    for (const r of rules) {
      const refusal = refuseRule(r as Parameters<typeof refuseRule>[0]);
      if (refusal) throw new AppError(refusal);
    }
    await checkReceivers(ctx, rules);
    await checkTemplates(ctx, rules);
  },
  expect: (ctx, action, rows) => (action === "D" ? expectOtherRule(ctx, rows) : []),
});

interface StoredTemplate {
  readonly template_id: string;
  readonly notice_group: NoticeGroup;
  readonly subjectCn: string;
  readonly bodyCn: string;
  readonly subjectTw: string | null;
  readonly bodyTw: string | null;
  readonly subjectEn: string | null;
  readonly bodyEn: string | null;
  readonly used: boolean;
}

const templateTable = table(noticeTemplate, {
  from: "notice_template",
  where: wholeTenant,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "D") return;
    const { tenantId } = ctx.who;
    const [stored] = await ctx.db.run(tenantId, [
      sql<StoredTemplate>`select t.template_id,
          t.notice_group,
          t.subject_cn as "subjectCn",
          t.body_cn as "bodyCn",
          t.subject_tw as "subjectTw",
          t.body_tw as "bodyTw",
          t.subject_en as "subjectEn",
          t.body_en as "bodyEn",
          exists (
            select from notice_rule r
            where r.tenant_id = ${tenantId} and r.template_id = t.template_id) as used
        from notice_template t
        where t.tenant_id = ${tenantId} and t.template_id = any(${rows.map((r) => r.templateId)}::text[])`,
    ]);
    for (const r of rows) {
      const before = action === "M" ? stored.find((s) => s.template_id === r.templateId) : undefined;
      // Refuses to change the group of notices of a template that rules use, because all rules of a template belong to
      // its group.
      if (before?.used && r.noticeGroup && r.noticeGroup !== before.notice_group)
        throw errors.invalidField("noticeGroup");
      const refusal = refuseTemplate({ noticeGroup: before?.notice_group, ...before, ...r } as Parameters<
        typeof refuseTemplate
      >[0]);
      if (refusal) throw new AppError(refusal);
    }
  },
});

export const noticeTables: readonly TableImpl[] = [
  ruleTable,
  templateTable,
  table(noticeOutbox, { from: "notice_outbox", where: wholeTenant, writes: [] }),
];
