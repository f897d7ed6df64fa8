import type { CountPreview } from "@shotkeeper/contract/mold";
import { type Tone, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import type { DialogPreview } from "@shotkeeper/ui/command";
import type { ReactNode } from "react";
import "./count-preview.css";

/**
 * The preview lists at most this number of orders and at most this number of warnings. For the rest, the preview shows
 * only a number.
 */
const shownRows = 6;

type Change = CountPreview["warnings"][number]["change"];
const changeTones: Readonly<Record<NonNullable<Change>, Tone>> = {
  opens: "attention",
  closes: "good",
  added: "neutral",
  withdrawn: "neutral",
};

function Shots({ before, after }: { readonly before: number; readonly after: number }) {
  const f = useFormats();
  const difference = after - before;
  const sign = difference > 0 ? "+" : difference < 0 ? "−" : "±";
  return (
    <span className="sk-preview-shots">
      {f.whole(before)} → {f.whole(after)}
      <strong>
        {sign}
        {f.whole(Math.abs(difference))}
      </strong>
    </span>
  );
}

interface ListProps<R> {
  readonly title: string;
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly children: (row: R) => ReactNode;
}

function Rows<R>({ title, rows, keyOf, children }: ListProps<R>) {
  const t = useLocale().mold.preview;
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {rows.slice(0, shownRows).map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > shownRows && <small>{t.more(rows.length - shownRows)}</small>}
    </>
  );
}

function Missed({ missed }: { readonly missed: NonNullable<CountPreview["missed"]> }) {
  const { mold } = useLocale();
  const t = mold.preview;
  const f = useFormats();
  const minute = (at: string) => f.dateTime(at).slice(0, 16);
  const hasPace = missed.pastHours > 0;
  return (
    <>
      <h4>{t.missed(minute(missed.from), minute(missed.to))}</h4>
      {hasPace ? (
        <>
          <div className="sk-preview-missed">
            <strong>{t.estimate(f.whole(missed.shots))}</strong>
            <ToneTag tone={missed.isAdded ? "info" : "neutral"}>{mold.ledger.isEstimated}</ToneTag>
          </div>
          <p>{missed.isAdded ? t.added : t.notAdded}</p>
          <small>
            {t.pace(
              f.whole(missed.pastHours),
              f.whole(missed.runningHours),
              f.decimal(missed.hourlyShots, 1),
            )}
          </small>
        </>
      ) : (
        <p>{t.noPace}</p>
      )}
    </>
  );
}

const isEmpty = (p: CountPreview) =>
  p.molds.length === 0 &&
  p.orders.length === 0 &&
  p.warnings.length === 0 &&
  p.hidden === 0 &&
  p.missed === null;

/**
 * Shows what a command would change: shots of molds and orders, days whose shots change, warnings, and the estimate of
 * missed shots.
 */
function CountChanges({ changes: p }: { readonly changes: CountPreview }) {
  const { mold, enums } = useLocale();
  const t = mold.preview;
  const f = useFormats();
  return (
    <div className="sk-preview">
      <h3>{t.title}</h3>
      {isEmpty(p) && <p>{t.none}</p>}
      <Rows title={t.molds} rows={p.molds} keyOf={(m) => m.moldNo}>
        {(m) => (
          <>
            <span>
              {m.moldNo} {m.moldName !== m.moldNo && <small>{m.moldName}</small>}{" "}
              {m.firstDay && m.lastDay && (
                <small className="sk-preview-days">
                  {t.days(m.days, f.date(m.firstDay), f.date(m.lastDay))}
                </small>
              )}
            </span>
            <Shots before={m.before} after={m.after} />
          </>
        )}
      </Rows>
      {p.molds.length > 1 && p.days > 0 && <small>{t.allDays(p.days)}</small>}
      {p.hidden > 0 && <p>{t.hidden(p.hidden)}</p>}
      <Rows title={t.orders} rows={p.orders} keyOf={(o) => o.orderId}>
        {(o) => (
          <>
            <span>
              {o.orderId} <small>{o.moldNo}</small>
            </span>
            <Shots before={o.before} after={o.after} />
          </>
        )}
      </Rows>
      <Rows
        title={t.warnings}
        rows={p.warnings}
        keyOf={(w) => `${w.kind} ${w.moldNo} ${w.writerId} ${w.openedAt}`}
      >
        {(w) => (
          <>
            <span>
              {enums.warningKind[w.kind]} <small>{w.moldNo ?? w.writerId}</small>{" "}
              <small>{f.dateTime(w.openedAt).slice(0, 16)}</small>
            </span>
            <ToneTag tone={changeTones[w.change]}>{enums.warningChange[w.change]}</ToneTag>
          </>
        )}
      </Rows>
      {p.missed && <Missed missed={p.missed} />}
    </div>
  );
}

const show = (changes: CountPreview) => <CountChanges changes={changes} />;

/**
 * Preview of a command that often changes no figures, such as binding a counter from now on. If no figure would change,
 * the command runs at once, without a preview.
 */
export const previewIfChanged: DialogPreview<CountPreview> = { show, isEmpty, mayRunAtOnce: true };
/**
 * Preview of a command whose only purpose is a change of figures. The dialog shows it even if no figure would change.
 */
export const previewAlways: DialogPreview<CountPreview> = {
  show,
  isEmpty: () => false,
  mayRunAtOnce: false,
};
