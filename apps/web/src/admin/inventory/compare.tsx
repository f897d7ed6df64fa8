import { inventoryHistory } from "@shotkeeper/contract/inventory";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { labelOf, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { useMemo } from "react";
import { Link } from "react-router";
import { countPath } from "../paths.ts";
import type { CountRow } from "./count-card.tsx";
import type { LineRow } from "./explain.tsx";
import "./inventory.css";

const compared = [
  "expectedMolds",
  "autoMolds",
  "hereMolds",
  "elsewhereMolds",
  "missingMolds",
  "surplusMolds",
] as const;

/**
 * Loads the stock-take with which `count` is compared: the previous one of the same plants, OEM and service states
 * (`previousId`).
 */
export function usePrevious(count: CountRow | undefined) {
  const id = count?.previousId ?? "";
  const where = useMemo(() => [{ field: "countId", operator: "EQ", value: id } as const], [id]);
  return useRows(inventoryHistory, { where, limit: 1 }, { enabled: id !== "" });
}

const isFound = (r: LineRow["result"]) => r === "auto" || r === "here" || r === "elsewhere";

/**
 * Compares the figures of a stock-take with those of the previous stock-take, and counts the molds that were found
 * again or are newly missing.
 */
export function Compare({ count, lines }: { readonly count: CountRow; readonly lines: readonly LineRow[] }) {
  const locale = useLocale();
  const { indicator, inventory: t } = locale;
  const f = useFormats();
  const previous = usePrevious(count);
  const before = count.previousId ? previous.data?.rows[0] : undefined;
  if (!before)
    return (
      <Panel title={t.compare}>
        <p className="sk-faint">{t.noPrevious}</p>
      </Panel>
    );
  const refound = lines.filter((l) => l.previousResult === "missing" && isFound(l.result)).length;
  const newMissing = lines.filter((l) => l.result === "missing" && l.previousResult !== "missing").length;
  const signed = (n: number, places: number) => `${n > 0 ? "+" : ""}${f.decimal(n, places)}`;
  return (
    <Panel
      title={t.compare}
      extra={
        <Link className="sk-link" to={countPath(before.countId ?? "")}>
          {t.compareWith(before.countId ?? "", f.date(before.endedAt))}
        </Link>
      }
    >
      <table className="sk-compare">
        <thead>
          <tr>
            <th aria-label={t.compare} />
            <th scope="col">{t.before}</th>
            <th scope="col">{t.now}</th>
            <th scope="col">{t.change}</th>
          </tr>
        </thead>
        <tbody>
          {compared.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name, locale)}</th>
              <td>{f.whole(before[name])}</td>
              <td>{f.whole(count[name])}</td>
              <td>{signed((count[name] ?? 0) - (before[name] ?? 0), 0)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{labelOf("foundShare", locale)}</th>
            <td>{f.percent(before.foundShare)}</td>
            <td>{f.percent(count.foundShare)}</td>
            <td>{indicator.points(signed((count.foundShare ?? 0) - (before.foundShare ?? 0), 1))}</td>
          </tr>
        </tbody>
      </table>
      <p className="sk-compare-notes">
        {refound > 0 && <span>{t.refound(f.whole(refound))}</span>}
        {newMissing > 0 && <span>{t.newMissing(f.whole(newMissing))}</span>}
      </p>
    </Panel>
  );
}
