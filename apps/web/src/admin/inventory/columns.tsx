import type { inventoryLines } from "@shotkeeper/contract/inventory";
import { ToneTag, useLocale } from "@shotkeeper/ui/app";
import { type Columns, Photos } from "@shotkeeper/ui/cells";
import { useMemo } from "react";
import { CounterLink, MoldLink } from "../links.tsx";
import { type LineRow, Result, Why } from "./explain.tsx";

function Judged({ row }: { readonly row: LineRow }) {
  const { inventory: t } = useLocale();
  if (row.auditStat === null) return null;
  if (row.accepted === null) return <ToneTag tone="attention">{t.waiting}</ToneTag>;
  return (
    <span title={row.auditNote ?? undefined}>
      <ToneTag tone={row.accepted ? "good" : "bad"}>{row.accepted ? t.acceptedYes : t.acceptedNo}</ToneTag>
    </span>
  );
}

interface LineColumnsChoice {
  /**
   * True if the list has little space. It then shows the reason of a result in a few words, and the complete reason as
   * a tooltip.
   */
  readonly isNarrow?: boolean;
  /** True if all rows of the list have the same result. The list then has no column with the result. */
  readonly hasOneResult?: boolean;
}

export function useLineColumns({
  isNarrow = false,
  hasOneResult = false,
}: LineColumnsChoice = {}): Columns<typeof inventoryLines> {
  const { inventory: t, code } = useLocale();
  return useMemo(() => {
    // Width of the columns with result tags, px. Tags in English are longer than tags in Chinese.
    const tag = code === "en" ? 152 : 124;
    return [
      { name: "moldNo", pin: "left", width: 128, cell: (row) => <MoldLink no={row.moldNo} /> },
      { name: "moldName", width: isNarrow ? 150 : 200 },
      ...(hasOneResult
        ? []
        : [
            {
              name: "result",
              onCard: true,
              width: tag,
              cell: (row: LineRow) => <Result value={row.result} />,
            } as const,
          ]),
      {
        name: "autoReason",
        title: t.explained,
        width: isNarrow ? 180 : 380,
        onCard: true,
        cell: (row) => <Why row={row} isShort={isNarrow} />,
        detail: (row) => <Why row={row} />,
      },
      { name: "plantName", width: 180 },
      { name: "previousResult", width: tag, cell: (row) => <Result value={row.previousResult} /> },
      { name: "imageUrl", width: 100, cell: (row) => <Photos value={row.imageUrl} /> },
      { name: "auditStat", width: 112, cell: (row) => <Judged row={row} /> },
      { name: "reports", width: 92 },
      { name: "lastReportAt", width: 160 },
      { name: "distance", width: 92 },
      { name: "writerId", width: 120, cell: (row) => <CounterLink no={row.writerId} /> },
      { name: "oemName", width: 140 },
    ];
  }, [t, code, isNarrow, hasOneResult]);
}
