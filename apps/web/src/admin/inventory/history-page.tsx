import { FilePdfOutlined } from "@ant-design/icons";
import {
  countResult,
  countState,
  historyLines,
  inventoryHistory,
  inventoryLine,
} from "@shotkeeper/contract/inventory";
import type { Condition } from "@shotkeeper/contract/kernel";
import { useFailure, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { ChoiceTag, EmptyHint, Figure, labelOf, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { savePdf } from "../pdf.ts";
import { countStateTones } from "../tones.ts";
import { useLineColumns } from "./columns.tsx";
import { Compare, usePrevious } from "./compare.tsx";
import { CountBar, type CountRow, figureOf, useScopeText } from "./count-card.tsx";
import { type LineRow, Result, Why, whyText } from "./explain.tsx";
import { reportOf } from "./report.ts";
import "./inventory.css";

type Shown = keyof typeof countResult.values | "";
const results = (Object.keys(countResult.values) as (keyof typeof countResult.values)[]).filter(
  (r) => r !== "open",
);
const byNumber = [{ field: "moldNo", direction: "asc" }] as const;
const everything = 100_000;

/** Page of a closed stock-take: figures, differences, comparison with the previous stock-take, and the report. */
export default function HistoryPage() {
  const { inventory: t } = useLocale();
  const { countId = "" } = useParams();
  const where = useMemo<readonly Condition[]>(
    () => [{ field: "countId", operator: "EQ", value: countId }],
    [countId],
  );
  const counts = useRows(inventoryHistory, { where, limit: 1 });
  const lines = useRows(historyLines, { where, sort: byNumber, limit: everything });
  const count = counts.data?.rows[0];
  if (!count)
    return (
      <Panel wait={counts}>
        <EmptyHint title={t.emptyHistory} hint={t.emptyHistoryHint} />
      </Panel>
    );
  return <Whole count={count} lines={lines.data?.rows ?? []} where={where} />;
}

interface WholeProps {
  readonly count: CountRow;
  readonly lines: readonly LineRow[];
  readonly where: readonly Condition[];
}

function Whole({ count, lines, where }: WholeProps) {
  const locale = useLocale();
  const { inventory: t, enums } = locale;
  const f = useFormats();
  const scope = useScopeText()(count);
  const columns = useLineColumns({ isNarrow: useNarrow() });
  const [shown, setShown] = useState<Shown>("");
  const fixed = useMemo<readonly Condition[]>(
    () => (shown === "" ? where : [...where, { field: "result", operator: "EQ", value: shown }]),
    [where, shown],
  );
  const sizeOf = (r: (typeof results)[number]) =>
    r === "surplus" ? (count.surplusMolds ?? 0) : figureOf(count, r);
  return (
    <div className="sk-count-page">
      <header className="sk-count-page-head">
        <h1>{count.countName}</h1>
        <span className="sk-faint">{count.countId}</span>
        <ChoiceTag of={countState} value={count.countState} tones={countStateTones} />
        <Report count={count} lines={lines} />
      </header>
      <div className="sk-kpis">
        <Figure label={t.figures.expected} value={f.whole(count.expectedMolds)} note={scope.molds} />
        <Figure
          label={t.figures.found}
          value={f.percent(count.foundShare)}
          note={t.figures.foundNote(
            f.whole(count.autoMolds),
            f.whole(count.hereMolds),
            f.whole(count.elsewhereMolds),
          )}
        />
        <Figure
          label={enums.countResult.missing}
          value={f.whole(count.missingMolds)}
          level={count.missingMolds ? "bad" : undefined}
        />
        <Figure
          label={enums.countResult.surplus}
          value={f.whole(count.surplusMolds)}
          level={count.surplusMolds ? "attention" : undefined}
        />
        <Figure
          label={labelOf("durationHours", locale)}
          value={f.decimal(count.durationHours, 1)}
          unit={locale.shell.units.h}
          note={
            <>
              {`${f.dateTime(count.startedAt).slice(0, 16)} – ${f.dateTime(count.endedAt).slice(5, 16)}`}
              <br />
              {`${count.startedByName ?? ""} → ${count.endedByName ?? ""}`}
            </>
          }
        />
      </div>
      <div className="sk-count-page-grid">
        <Panel title={scope.window}>
          <CountBar row={count} />
          {count.endNote && <p className="sk-count-note">{count.endNote}</p>}
          {count.remark && <p className="sk-count-note sk-faint">{count.remark}</p>}
          <Differences lines={lines} />
        </Panel>
        <Compare count={count} lines={lines} />
      </div>
      <div className="sk-list sk-list-headed">
        <FilterStrip
          label={t.all}
          items={[
            { key: "" as Shown, label: t.all, count: (count.expectedMolds ?? 0) + (count.surplusMolds ?? 0) },
            ...results.map((r) => ({ key: r as Shown, label: enums.countResult[r], count: sizeOf(r) })),
          ]}
          chosen={shown}
          onChoose={setShown}
        />
        <QueryGrid
          query={historyLines}
          entity={inventoryLine}
          columns={columns}
          fixed={fixed}
          search={["moldNo", "moldName", "plantName"]}
          sort={byNumber}
          inner
        />
      </div>
    </div>
  );
}

const differing: readonly LineRow["result"][] = ["missing", "surplus", "elsewhere"];
/** Number of molds with differences listed beside the comparison. The list further below shows all these molds. */
const shownDifferences = 6;

/**
 * List of molds whose result in a stock-take differs from the expected result: missing molds, then surplus molds, then
 * molds found elsewhere. The list shows only the first `shownDifferences` of these molds. The heading gives the number
 * of all of them.
 */
function Differences({ lines }: { readonly lines: readonly LineRow[] }) {
  const { inventory } = useLocale();
  const t = inventory.report;
  const found = differing.flatMap((r) => lines.filter((l) => l.result === r));
  return (
    <>
      <h3 className="sk-differences-head">{`${t.differences} (${found.length})`}</h3>
      {found.length === 0 && <span className="sk-faint">{t.noDifferences}</span>}
      <ul className="sk-differences">
        {found.slice(0, shownDifferences).map((l) => (
          <li key={l.lineId}>
            <MoldLink no={l.moldNo} />
            <Result value={l.result} />
            <span className="sk-faint">
              <Why row={l} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Button that makes the report of a stock-take as a PDF, to be signed and filed. */
function Report({ count, lines }: { readonly count: CountRow; readonly lines: readonly LineRow[] }) {
  const locale = useLocale();
  const f = useFormats();
  const fail = useFailure();
  const scope = useScopeText()(count);
  const previous = usePrevious(count);
  const [busy, setBusy] = useState(false);
  const t = locale.inventory;
  const before = count.previousId ? previous.data?.rows[0] : undefined;
  async function make(): Promise<void> {
    setBusy(true);
    try {
      const why = (row: LineRow) => whyText(row, locale, f);
      await savePdf(
        `${count.countId ?? "count"}.pdf`,
        reportOf({ count, lines, before, scope, locale, f, why }),
      );
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => void make()}>
      {busy ? t.making : t.pdf}
    </Button>
  );
}
