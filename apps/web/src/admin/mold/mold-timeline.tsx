import type { Condition } from "@shotkeeper/contract/kernel";
import { moldTimeline } from "@shotkeeper/contract/mold";
import type { Locale } from "@shotkeeper/locales";
import { type Tone, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { useMemo } from "react";

const newestFirst = [{ field: "at", direction: "desc" }] as const;

type Kind = Exclude<keyof Locale["mold"]["timeline"], "title" | "empty">;
const tones: Readonly<Record<Kind, Tone>> = {
  bound: "good",
  unbound: "neutral",
  warning: "attention",
  correction: "info",
  estimated: "info",
  maintenance: "info",
  inspection: "attention",
  transferred: "info",
  scrapped: "bad",
  stateChanged: "info",
  makerChanged: "info",
  inventoried: "neutral",
  missing: "bad",
  trialPassed: "good",
  trialFailed: "attention",
  created: "neutral",
};
const isKind = (kind: string | null): kind is Kind => kind !== null && kind in tones;

export function MoldTimeline({ moldNo }: { readonly moldNo: string }) {
  const locale = useLocale();
  const t = locale.mold.timeline;
  const f = useFormats();
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const events = useRows(
    moldTimeline,
    { where, sort: newestFirst, limit: 60 },
    { live: ["board", "warning"] },
  );
  const kinds: Readonly<Record<string, string>> = locale.enums.warningKind;
  const detail = (kind: string | null, text: string | null) =>
    kind === "warning" ? kinds[text ?? ""] : text;
  const rows = events.data?.rows ?? [];
  return (
    <Panel title={t.title} wait={events}>
      {rows.length === 0 ? (
        <EmptyHint title={t.empty} />
      ) : (
        // The box takes the focus, so that the keyboard can scroll the list, which is higher than the box.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the focus
        <section className="sk-timeline-box" aria-label={t.title} tabIndex={0}>
          <ol className="sk-timeline">
            {rows.map((row) => (
              <li key={`${row.at} ${row.kind} ${row.reference}`}>
                <time dateTime={row.at ?? ""}>{f.dateTime(row.at).slice(0, 16)}</time>
                <span>
                  {isKind(row.kind) ? <ToneTag tone={tones[row.kind]}>{t[row.kind]}</ToneTag> : row.kind}
                </span>
                <span className="sk-timeline-text">
                  {row.kind === "bound" || row.kind === "unbound" ? row.reference : ""}{" "}
                  {detail(row.kind, row.detail)}
                  {row.by && <small className="sk-faint"> {row.by}</small>}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <FirstOf shown={rows.length} total={events.data?.total} />
    </Panel>
  );
}
