import { PlusOutlined } from "@ant-design/icons";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import {
  enteredMove,
  moveKind,
  movePart,
  partMoves,
  sparePart,
  sparePartList,
} from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRemove, useRows } from "@shotkeeper/ui/data";
import { EntityForm, useClosing } from "@shotkeeper/ui/form";
import { FilterStrip, QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Drawer } from "antd";
import { useMemo, useState } from "react";
import { MoldLink } from "../links.tsx";
import { MoldsInput, PlantInput } from "../pickers.tsx";
import { moveKindTones } from "../tones.ts";

type Part = QueryRow<typeof sparePartList>;

function Stock({ row }: { readonly row: Part }) {
  const { fields } = useLocale();
  const f = useFormats();
  return (
    <span className="sk-tags">
      {row.isLowStock && <ToneTag tone="bad">{fields.isLowStock}</ToneTag>}
      <span className="sk-figure">{f.whole(row.stockQty)}</span>
    </span>
  );
}

const columns: Columns<typeof sparePartList> = [
  { name: "partNo", pin: "left", width: 130 },
  { name: "partName", onCard: true, width: 180 },
  { name: "partModel", width: 160 },
  { name: "stockQty", onCard: true, width: 130, cell: (row) => <Stock row={row} /> },
  { name: "minimumQty", width: 100 },
  { name: "partUnit", width: 90 },
  { name: "partPrice", width: 110 },
  { name: "location", width: 130 },
  { name: "plantName", width: 200 },
  { name: "fitsMolds", width: 220 },
];
const moveColumns: Columns<typeof partMoves> = [
  { name: "createdDate", width: 168 },
  {
    name: "moveKind",
    width: 140,
    cell: (row) => <ChoiceTag of={moveKind} value={row.moveKind} tones={moveKindTones} />,
  },
  { name: "moveQty", width: 96 },
  { name: "balanceQty", width: 96 },
  { name: "moldNo", width: 128, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "taskId", width: 132 },
  { name: "moveReason", width: 180 },
  { name: "createdBy", width: 110 },
];
const low: readonly Condition[] = [{ field: "isLowStock", operator: "EQ", value: true }];
const everything: readonly Condition[] = [];
const byNumber = [{ field: "partNo", direction: "asc" }] as const;
const newestMove = [{ field: "moveId", direction: "desc" }] as const;

/** Drawer with the stock moves of a spare part. Each move shows the stock after the move. */
function Moves({ row, onClose }: { readonly row: Part; readonly onClose: () => void }) {
  const { maintenance: t } = useLocale();
  const drawer = useClosing(onClose);
  const where = useMemo<Condition[]>(
    () => [{ field: "partNo", operator: "EQ", value: row.partNo }],
    [row.partNo],
  );
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={t.movesOf(row.partName)}
      size={860}
    >
      <p className="sk-faint">{t.movesLead}</p>
      <QueryGrid
        query={partMoves}
        id={`${menus.majorMaintenance}.moves`}
        inner
        columns={moveColumns}
        fixed={where}
        sort={newestMove}
        height={460}
        empty={<EmptyHint title={t.noMoves} />}
      />
    </Drawer>
  );
}

export function PartsTab() {
  const { maintenance: t, screen, shell, fields } = useLocale();
  const f = useFormats();
  const { mayWrite } = useSession();
  const remove = useRemove(sparePart);
  const [onlyLow, setOnlyLow] = useState(false);
  const [open, setOpen] = useState<{
    readonly kind: "form" | "move" | "history";
    readonly row?: Part;
    readonly like?: Part;
  }>();
  const close = () => setOpen(undefined);
  const mayChange = mayWrite(sparePart, "M");
  const count = (where: readonly Condition[]) => ({ where, limit: 1 });
  const all = useRows(sparePartList, count(everything), { live: ["board"] }).data?.total;
  const lowCount = useRows(sparePartList, count(low), { live: ["board"] }).data?.total;
  const spec = useMemo(
    () => ({
      inputs: { plantId: PlantInput, fitsMolds: MoldsInput },
      hints: { stockQty: t.stockHint, fitsMolds: t.fitsHint, plantId: t.partPlantHint },
    }),
    [t],
  );
  const addButton = mayWrite(sparePart, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: "form" })}>
      {shell.common.add}
    </Button>
  );
  return (
    <>
      <FilterStrip
        label={t.parts}
        items={[
          { key: "all", label: shell.common.all, count: all },
          { key: "low", label: fields.isLowStock, count: lowCount },
        ]}
        chosen={onlyLow ? "low" : "all"}
        onChoose={(key) => setOnlyLow(key === "low")}
      />
      <QueryGrid
        id={`${menus.majorMaintenance}.parts`}
        query={sparePartList}
        entity={sparePart}
        columns={columns}
        fixed={onlyLow ? low : everything}
        search={["partNo", "partName"]}
        sort={byNumber}
        live={["board"]}
        toolbar={addButton}
        rowActions={(row) => (
          <RowActions
            actions={[
              ...(mayChange
                ? [{ key: "move", label: t.move, run: () => setOpen({ kind: "move", row }) }]
                : []),
              { key: "history", label: t.moves, run: () => setOpen({ kind: "history", row }) },
              ...(mayChange
                ? [{ key: "edit", label: shell.common.edit, run: () => setOpen({ kind: "form", row }) }]
                : []),
              ...(mayWrite(sparePart, "D")
                ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove([row]) }]
                : []),
            ]}
          />
        )}
        actionsWidth={164}
        empty={<EmptyHint title={t.noParts} hint={t.noPartsHint} action={addButton} />}
      />
      {open?.kind === "form" && (
        <EntityForm
          entity={sparePart}
          spec={spec}
          row={open.row}
          title={open.row ? screen.form.edit(open.row.partNo) : screen.form.add(t.parts)}
          onClose={close}
        />
      )}
      {open?.kind === "move" && open.row && (
        <CommandDialog
          command={movePart}
          title={t.moveTitle(open.row.partName)}
          lead={t.moveLead(f.whole(open.row.stockQty), open.row.partUnit)}
          preset={{ partNo: open.row.partNo }}
          initial={{ enteredMove: enteredMove.values.received }}
          hints={{ moveQty: t.moveHint }}
          okText={t.move}
          successText={(o) => t.movedTo(f.whole(o.balance))}
          onClose={close}
        />
      )}
      {open?.kind === "history" && open.row && <Moves row={open.row} onClose={close} />}
    </>
  );
}
