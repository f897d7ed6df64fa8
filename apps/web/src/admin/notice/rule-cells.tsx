import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  type NoticeStyle,
  noticeAudience,
  noticeChannels,
  noticeReceivers,
  type noticeRuleList,
  pushCycle,
} from "@shotkeeper/contract/notice";
import { missing, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData, useRows } from "@shotkeeper/ui/data";

export type Rule = QueryRow<typeof noticeRuleList>;

export const useChannels = () => useCommandData(noticeChannels, {}).data;

/**
 * Channels of a notice rule, for example mail. A channel that cannot send is marked, together with the missing setting.
 */
export function Styles({ row }: { readonly row: Rule }) {
  const { notice: t, enums } = useLocale();
  const channels = useChannels();
  const problem = (style: string) =>
    style === "mail" && channels?.mailFrom === null
      ? t.notSetUp
      : style === "webhook" && !row.hasSecret
        ? t.noSecret
        : undefined;
  return (
    <span className="sk-ways">
      {(row.noticeStyle ?? []).map((style) => {
        const label = enums.noticeStyle[style as NoticeStyle] ?? style;
        const missingSetting = problem(style);
        return missingSetting ? (
          <ToneTag key={style} tone="attention">
            {`${label} · ${missingSetting}`}
          </ToneTag>
        ) : (
          <span key={style} className="sk-way">
            {label}
          </span>
        );
      })}
    </span>
  );
}

/** Returns a function that converts codes of roles, users or organizations to names. Unknown codes stay unchanged. */
export function useNames(): (kind: "role" | "user" | "org", codes: readonly string[] | null) => string[] {
  const read = useRows(noticeReceivers, { limit: 10_000 });
  const names = new Map(
    (read.data?.rows ?? []).map((r) => [`${r.receiverKind} ${r.receiver}`, r.receiverName]),
  );
  return (kind, codes) => (codes ?? []).map((c) => names.get(`${kind} ${c}`) ?? c);
}

export function Receivers({ row }: { readonly row: Rule }) {
  const { notice: t, shell } = useLocale();
  const namesOf = useNames();
  const all = [
    ...namesOf("role", row.toRoles),
    ...namesOf("user", row.toUsers),
    ...namesOf("org", row.toOrgs),
  ];
  const people = row.audience === noticeAudience.values.everyone ? [t.everyone] : all;
  const text = [...people, ...(row.toMails ?? [])].join(shell.common.listJoiner);
  return <span title={text}>{text || missing}</span>;
}

/**
 * Time at which a rule sends its notices: at once, every hour or at a time of day. If the rule requires that the cause
 * has lasted for some minutes, shows this number of minutes too.
 */
export function Cycle({ row }: { readonly row: Rule }) {
  const { notice: t, enums } = useLocale();
  const base =
    row.pushCycle === pushCycle.values.daily
      ? t.dailyAt(row.pushTime ?? "")
      : enums.pushCycle[row.pushCycle === pushCycle.values.hourly ? "hourly" : "atOnce"];
  return (
    <>
      {base}
      {row.upTime ? <span className="sk-faint">{` · ${t.lasting(row.upTime)}`}</span> : null}
    </>
  );
}

export function Failures({ row }: { readonly row: Rule }) {
  const f = useFormats();
  const count = row.failedCount ?? 0;
  if (count === 0) return <span className="sk-faint">0</span>;
  return <ToneTag tone="bad">{f.whole(count)}</ToneTag>;
}
