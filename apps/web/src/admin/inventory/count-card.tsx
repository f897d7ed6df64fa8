import { countState, type inventoryList } from "@shotkeeper/contract/inventory";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import type { ReactNode } from "react";
import { countStateTones } from "../tones.ts";
import "./inventory.css";

export type CountRow = QueryRow<typeof inventoryList>;

/** Results of a stock-take in the order of the bar's segments. `open` stands for molds without a result. */
const shares = ["auto", "here", "elsewhere", "missing", "open"] as const;
const column = {
  auto: "autoMolds",
  here: "hereMolds",
  elsewhere: "elsewhereMolds",
  missing: "missingMolds",
  open: "openMolds",
} as const;
export const figureOf = (row: CountRow, name: (typeof shares)[number]) => row[column[name]] ?? 0;

/**
 * Bar that shows how many molds of a stock-take have each result. With `bare`, the legend below the bar is left out.
 */
export function CountBar({ row, bare }: { readonly row: CountRow; readonly bare?: boolean }) {
  const { enums } = useLocale();
  const f = useFormats();
  const all = Math.max(1, row.expectedMolds ?? 0);
  const parts = shares.map((name) => ({ name, n: figureOf(row, name) }));
  return (
    <div className="sk-count-bar">
      <span className="sk-count-track" aria-hidden="true">
        {parts.map((p) => (
          <span key={p.name} data-part={p.name} style={{ width: `${(p.n / all) * 100}%` }} />
        ))}
      </span>
      {!bare && (
        <ul>
          {[...parts, { name: "surplus" as const, n: row.surplusMolds ?? 0 }].map(
            (p) =>
              (p.n > 0 || p.name === "open") && (
                <li key={p.name} data-part={p.name}>
                  {enums.countResult[p.name]} <b>{f.whole(p.n)}</b>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  );
}

/** Returns a function that describes in words which molds a stock-take includes, and its time window. */
export function useScopeText(): (row: CountRow) => { readonly molds: string; readonly window: string } {
  const { inventory: t, enums, shell } = useLocale();
  const f = useFormats();
  return (row) => {
    const names = Object.values(enums.serviceState);
    const states = row.moldStates?.split(",").map((s) => names[Number(s)] ?? s);
    return {
      molds: [row.plantNames ?? t.allPlants, row.oemName, states?.join(shell.common.listJoiner) ?? t.allMolds]
        .filter((x) => x !== null)
        .join(" · "),
      window: t.window(
        f.dateTime(row.windowFrom).slice(5, 16),
        row.windowTo ? f.dateTime(row.windowTo).slice(5, 16) : t.untilEnd,
      ),
    };
  };
}

interface CountCardProps {
  readonly row: CountRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly actions?: ReactNode;
}

export function CountCard({ row, chosen, onChoose, actions }: CountCardProps) {
  const { inventory: t } = useLocale();
  const f = useFormats();
  const scope = useScopeText()(row);
  const found = figureOf(row, "auto") + figureOf(row, "here") + figureOf(row, "elsewhere");
  return (
    <article className="sk-count-card" data-chosen={chosen || undefined}>
      <button type="button" className="sk-count-head" aria-pressed={chosen} onClick={onChoose}>
        <strong>{row.countName}</strong>
        <small className="sk-faint">{row.countId}</small>
        <ChoiceTag of={countState} value={row.countState} tones={countStateTones} />
      </button>
      <p className="sk-count-found">
        <b>{f.percent(row.foundShare)}</b>
        <span>{t.found(f.whole(found), f.whole(row.expectedMolds))}</span>
      </p>
      <CountBar row={row} />
      <p className="sk-faint">
        {scope.molds}
        <br />
        {scope.window}
        <br />
        {t.by(row.startedByName ?? "", f.dateTime(row.startedAt).slice(5, 16))}
      </p>
      {actions && <footer>{actions}</footer>}
    </article>
  );
}
