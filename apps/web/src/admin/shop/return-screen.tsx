import type { Condition } from "@shotkeeper/contract/kernel";
import { approveReturn, refuseReturn, returnList, returnStat, saleReturn } from "@shotkeeper/contract/shop";
import { missing, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { ReturnDetail } from "./return-detail.tsx";
import type { ReturnRow } from "./return-row.ts";
import { ReturnStepDialog } from "./return-step-dialog.tsx";
import { returnTones } from "./sale-tones.ts";

const columns: Columns<typeof returnList> = [
  { name: "returnNo", pin: "left", width: 132 },
  {
    name: "returnStat",
    width: 128,
    cell: (r) => <ChoiceTag of={returnStat} value={r.returnStat} tones={returnTones} />,
  },
  { name: "returnKind", width: 96 },
  { name: "custName", onCard: true, width: 188 },
  { name: "orderNo", width: 132 },
  { name: "returnReason", width: 132 },
  { name: "pieceCount", width: 80 },
  { name: "returnAmount", onCard: true, width: 116, cell: (r) => <Amount value={r.returnAmount} /> },
  { name: "refundedAmount", width: 116 },
  { name: "filePaths", width: 112, cell: (r) => <Photos value={r.filePaths} /> },
  { name: "createdDate", width: 168 },
  { name: "reasonText", width: 200 },
  { name: "judgeReason", width: 168 },
  { name: "returnedAt", width: 168 },
  { name: "settledAt", width: 168 },
  { name: "shipmentNo", width: 132 },
];
/** Value of the returned goods. A return whose goods have no value yet, such as an open exchange, shows a dash. */
function Amount({ value }: { readonly value: number | null }) {
  const f = useFormats();
  return value ? f.decimal(value, 2) : <span className="sk-faint">{missing}</span>;
}

const newestFirst = [{ field: "createdDate", direction: "desc" }] as const;
const stats = Object.keys(returnStat.values) as (keyof typeof returnStat.values)[];
const everything: readonly Condition[] = [];
const conditions: Readonly<Record<string, readonly Condition[]>> = Object.fromEntries(
  stats.map((s) => [s, [{ field: "returnStat", operator: "EQ" as const, value: returnStat.values[s] }]]),
);

function useCount(stat: string): number | undefined {
  return useRows(returnList, { where: conditions[stat] ?? everything, limit: 1 }).data?.total;
}

type Step = "approve" | "refuse" | "receive" | "settle";
const steps: readonly Step[] = ["approve", "receive", "settle", "refuse"];
type Open = { readonly what: Step | "detail"; readonly row: ReturnRow } | undefined;

/** Screen of cancellations, returns and exchanges. Staff judge requests, receive the goods and settle the money. */
export default function ReturnScreen() {
  const locale = useLocale();
  const { returns, enums, screen, menus, shop } = locale;
  const t = returns.staff;
  const { allows } = useSession();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const requested = params.get("stat") ?? "";
  const shown = requested in conditions ? requested : "";
  const counts = {
    requested: useCount("requested"),
    approved: useCount("approved"),
    toSettle: useCount("toSettle"),
    settled: useCount("settled"),
    refused: useCount("refused"),
    withdrawn: useCount("withdrawn"),
  };
  const mayChange = allows(approveReturn.access);
  const close = () => setOpen(undefined);
  const actions = (row: ReturnRow): readonly RowAction[] => {
    const all: RowAction[] = [
      ...(mayChange ? steps : []).map((step) => ({
        key: step,
        label: t[step],
        danger: step === "refuse",
        refused: refusalText(refuseReturn(step, row), locale),
        run: () => setOpen({ what: step, row }),
      })),
      { key: "detail", label: t.detail, run: () => setOpen({ what: "detail", row }) },
    ];
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={shop.home.all}
        items={stats.map((s) => ({ key: s, label: enums.returnStat[s], count: counts[s] }))}
        chosen={shown}
        onChoose={(key: string) => setParams(key === "" ? {} : { stat: key })}
      />
      <QueryGrid
        query={returnList}
        entity={saleReturn}
        columns={columns}
        fixed={conditions[shown] ?? everything}
        search={["returnNo", "orderNo", "custName"]}
        sort={newestFirst}
        actionsWidth={176}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        onOpen={(row) => setOpen({ what: "detail", row })}
        empty={<EmptyHint title={screen.empty.title(menus.salesReturn)} hint={t.empty} />}
      />
      {open?.what === "detail" && <ReturnDetail row={open.row} onClose={close} />}
      {open?.what === "receive" && <ReceiveDialog row={open.row} onClose={close} />}
      {open && open.what !== "detail" && open.what !== "receive" && (
        <ReturnStepDialog step={open.what} row={open.row} onClose={close} />
      )}
    </div>
  );
}
