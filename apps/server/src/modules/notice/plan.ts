import { screens } from "@shotkeeper/contract/menus";
import {
  type NoticeStyle,
  noticeAudience,
  noticeKinds,
  noticeStyle,
  pushCycle,
  sendState,
} from "@shotkeeper/contract/notice";
import type { NoticeEvent } from "./notice-event.ts";
import { inLanguage, type TemplateTexts, textsOf } from "./notice-texts.ts";
import { pushAt } from "./push-times.ts";

export interface RuleRow extends TemplateTexts {
  readonly rule_id: string;
  readonly notice_type: string;
  readonly least_level: number;
  readonly is_on: boolean;
  readonly notice_style: readonly string[];
  readonly language: string;
  readonly push_cycle: string;
  readonly push_time: string | null;
  readonly up_time: number | null;
  readonly audience: string;
  readonly to_roles: readonly string[] | null;
  readonly to_users: readonly string[] | null;
  readonly to_orgs: readonly string[] | null;
  readonly to_mails: readonly string[] | null;
  readonly webhook_url: string | null;
  readonly link_path: string | null;
  readonly dev_type: string;
}

/**
 * User who may be notified of an event. `n` is the index of the event. `rights` are the user's rights that allow the
 * notification.
 */
export interface Person {
  readonly n: number;
  readonly user_id: string;
  readonly mail: string | null;
  readonly role_code: string | null;
  readonly org_id: string | null;
  /** Rights of the user that allow the notification, as menu id with action, such as "WA101:Q". */
  readonly rights: readonly string[];
}

interface Receiver {
  readonly style: NoticeStyle;
  readonly receiver: string;
  readonly menus: readonly string[];
}

/** Row of the table notice_outbox that is to be inserted, by column name. */
export type OutboxRow = Readonly<Record<string, unknown>>;

/** Returns the menu ids of the screens to which an event belongs. */
export const menusOf = (e: NoticeEvent): readonly string[] => e.menus ?? noticeKinds[e.type].menus;

/**
 * Returns the path of the page that a message opens. By default, it is the first of the event's screens that the
 * reader may open.
 */
function linkOf(e: NoticeEvent, menus: readonly string[]): string {
  if (e.link) return e.link;
  const known = menusOf(e);
  const menu = known.find((m) => menus.includes(m)) ?? known[0];
  return screens.find((s) => s.id === menu)?.path ?? "/";
}

function receiversOf(r: RuleRow, people: readonly Person[], isPersonal: boolean): Receiver[] {
  const isChosen = (p: Person) =>
    r.audience === noticeAudience.values.everyone ||
    (r.to_users ?? []).includes(p.user_id) ||
    (p.role_code !== null && (r.to_roles ?? []).includes(p.role_code)) ||
    (p.org_id !== null && (r.to_orgs ?? []).includes(p.org_id));
  const receivers = people
    .filter(isChosen)
    .map((p) => ({ ...p, menus: p.rights.map((r) => r.split(":")[0] ?? "") }));
  const { bell, mail, webhook } = noticeStyle.values;
  return r.notice_style.flatMap((style): Receiver[] => {
    switch (style) {
      case bell:
        return receivers.map(({ user_id, menus }) => ({ style, receiver: user_id, menus }));
      case mail:
        return [
          ...receivers.flatMap((p) =>
            p.mail ? [{ style, receiver: p.mail.toLowerCase(), menus: p.menus }] : [],
          ),
          // Leaves out the further mail addresses of the rule if the notice is for one user (`to`).
          ...(isPersonal ? [] : (r.to_mails ?? [])).map((m) => ({
            style,
            receiver: m.toLowerCase(),
            menus: [],
          })),
        ];
      case webhook:
        return r.webhook_url ? [{ style, receiver: r.webhook_url, menus: [] }] : [];
      default:
        return [];
    }
  });
}

export const applies = (r: RuleRow, e: NoticeEvent) =>
  r.is_on && r.notice_type === e.type && e.level >= r.least_level;

/**
 * Returns the outbox rows of events: one row per message, receiver and channel. The rows are sorted by the time at
 * which they are due. So if two rules notify the same user of the same event, the insert keeps the row that is due
 * first.
 */
export function planRows(
  events: readonly NoticeEvent[],
  rules: readonly RuleRow[],
  people: readonly Person[],
  { zone, now }: { readonly zone: string; readonly now: number },
): OutboxRow[] {
  const { waiting, sent } = sendState.values;
  const rows: (OutboxRow & { readonly due: number })[] = [];
  for (const [n, e] of events.entries())
    for (const r of rules.filter((x) => applies(x, e))) {
      const due = pushAt(r, Date.parse(e.at), zone, now);
      const isNow = due <= now && r.push_cycle === pushCycle.values.atOnce;
      const template = r.subject_cn ? r : undefined;
      const candidates = people.filter(
        (p) => p.n === n && (e.to === undefined || e.to === p.user_id) && e.notTo !== p.user_id,
      );
      for (const { style, receiver, menus } of receiversOf(r, candidates, e.to !== undefined)) {
        const linkPath = r.link_path ?? linkOf(e, menus);
        const all = textsOf(e, template, zone, linkPath);
        const isBell = style === noticeStyle.values.bell;
        rows.push({
          due,
          rule_id: r.rule_id,
          event_key: e.eventKey,
          notice_type: e.type,
          level: e.level,
          style,
          receiver,
          event_at: e.at,
          // Stores the text of a bell message in all languages, because the bell shows messages in the language that
          // the reader uses at that time.
          ...(isBell ? all : { ...inLanguage(all, r.language), texts: null }),
          link_path: linkPath,
          dev_type: r.dev_type,
          language: r.language,
          longitude: e.place?.longitude ?? null,
          latitude: e.place?.latitude ?? null,
          cause: e.cause,
          lasting: r.up_time && e.lasting ? `${e.lasting.kind}/${e.lasting.id}` : null,
          push_cycle: r.push_cycle,
          due_at: new Date(due).toISOString(),
          // A bell message that is due immediately is stored in the same transaction. So its outbox row gets the state
          // "sent".
          send_state: isBell && isNow ? sent : waiting,
        });
      }
    }
  return rows.sort((a, b) => a.due - b.due).map(({ due: _, ...row }) => row);
}
