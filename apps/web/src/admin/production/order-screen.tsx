import { PlusOutlined } from "@ant-design/icons";
import { listFigures } from "@shotkeeper/contract/board";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import {
  auditOrder,
  type OrderStep,
  orderList,
  orderState,
  productionOrder,
  refuseOrderDelete,
  refuseOrderEdit,
  refuseOrderStep,
} from "@shotkeeper/contract/production";
import { nextDocumentNumber } from "@shotkeeper/contract/system";
import { useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useRemove, useRows, useStepRefusal } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { FilterStrip, QueryGrid, type RowAction, RowActions, useAddAddress } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { Forecast, type OrderRow, OrderState, PlannedEnd, Progress, Risk } from "./order-cells.tsx";
import { OrderDialog } from "./order-dialogs.tsx";
import { useOrderForm } from "./order-form.ts";
import { OrderPrint } from "./order-print.tsx";

type Shown = keyof typeof orderState.values | "late" | "";

const columns: Columns<typeof orderList> = [
  { name: "orderId", pin: "left", width: 128 },
  { name: "orderState", width: 128, cell: (row) => <OrderState row={row} /> },
  { name: "moldNo", onCard: true, width: 108, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "progress", width: 188, cell: (row) => <Progress row={row} /> },
  { name: "plannedEnd", onCard: true, width: 160, cell: (row) => <PlannedEnd row={row} /> },
  { name: "lateRisk", width: 104, cell: (row) => <Risk row={row} /> },
  { name: "forecastEnd", width: 206, cell: (row) => <Forecast row={row} /> },
  { name: "plannedShots", width: 104 },
  { name: "moldName", width: 220 },
  { name: "productNo", width: 120 },
  { name: "plantName", width: 200 },
  { name: "deviceName", width: 152 },
  { name: "startedAt", width: 168 },
  { name: "endedAt", width: 168 },
  { name: "closeReason", width: 168 },
];
const noRows: ReadonlyMap<string, OrderRow> = new Map();
const stateNames = ["running", "audited", "submitted", "draft", "done", "closed"] as const;
const everything: readonly Condition[] = [];
const inState = (n: (typeof stateNames)[number]): readonly Condition[] => [
  { field: "orderState", operator: "EQ", value: orderState.values[n] },
];
/**
 * Filter of each state. The arrays are constants, because QueryGrid loads its rows again whenever it gets a new array.
 */
const stateConditions: Readonly<Record<(typeof stateNames)[number], readonly Condition[]>> = {
  running: inState("running"),
  audited: inState("audited"),
  submitted: inState("submitted"),
  draft: inState("draft"),
  done: inState("done"),
  closed: inState("closed"),
};
const conditionsOf = (shown: Shown) =>
  shown === "" ? everything : shown === "late" ? listFigures.ordersAtRisk.where : stateConditions[shown];
/** Steps of an order in their usual sequence. `withdraw` and `split` are outside of this sequence and come last. */
const steps: readonly OrderStep[] = ["submit", "audit", "start", "close", "withdraw", "split"];

type Open =
  | {
      readonly kind: "form";
      readonly row?: OrderRow;
      readonly like?: OrderRow;
      readonly initial?: Partial<OrderRow>;
    }
  | { readonly kind: "print"; readonly row: OrderRow }
  | { readonly kind: "step"; readonly step: OrderStep; readonly row: OrderRow }
  | undefined;

const useCount = (shown: Shown) =>
  useRows(orderList, { where: conditionsOf(shown), limit: 1 }, { live: ["board"] }).data?.total;

export default function OrderScreen() {
  const locale = useLocale();
  const { production, shell, screen, enums, menus } = locale;
  const t = production.order;
  const { can, user } = useSession();
  const userId = user.info.userId;
  const client = useClient();
  const fail = useFailure();
  const form = useOrderForm();
  const remove = useRemove(productionOrder);
  const refusalOf = useStepRefusal();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const [selection, setSelection] = useState(noRows);
  const may = {
    add: can(menuIds.productionOrder, "A"),
    change: can(menuIds.productionOrder, "M"),
    remove: can(menuIds.productionOrder, "D"),
  };
  const shown: Shown = [...stateNames, "late" as const].find((n) => n === params.get("state")) ?? "";
  const close = () => setOpen(undefined);
  const counts: Readonly<Record<Shown, number | undefined>> = {
    "": useCount(""),
    running: useCount("running"),
    late: useCount("late"),
    audited: useCount("audited"),
    submitted: useCount("submitted"),
    draft: useCount("draft"),
    done: useCount("done"),
    closed: useCount("closed"),
  };
  const strip = [
    { key: "" as Shown, label: t.all, count: counts[""] },
    { key: "late" as Shown, label: t.late, count: counts.late },
    ...stateNames.map((n) => ({ key: n as Shown, label: enums.orderState[n], count: counts[n] })),
  ];
  const choose = (key: Shown) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (key === "") next.delete("state");
        else next.set("state", key);
        return next;
      },
      { replace: true },
    );

  // Reserves the document number when the form opens, so that the user sees it. If the user cancels, the number
  // stays unused.
  async function add(like?: OrderRow, moldNo = ""): Promise<void> {
    try {
      const orderId = await client.run(nextDocumentNumber, { docId: "PO" });
      const initial = moldNo === "" ? { orderId } : { orderId, moldNo };
      setOpen({ kind: "form", initial, ...(like ? { like } : {}) });
    } catch (error) {
      fail(error);
    }
  }
  const actions = (row: OrderRow): RowAction[] => {
    const stepActions = steps
      .filter((s) => (s === "split" ? may.add : may.change))
      .map((step) => ({
        key: step,
        label: t[step],
        danger: step === "close",
        refused: refusalOf(
          refuseOrderStep(step, row, userId),
          step === "audit" ? auditOrder : undefined,
          row,
        ),
        run: () => setOpen({ kind: "step", step, row }),
      }));
    const all: RowAction[] = [
      ...stepActions.filter((x) => x.key !== "split"),
      ...(may.change
        ? [
            {
              key: "edit",
              label: shell.common.edit,
              refused: refusalText(refuseOrderEdit(row), locale),
              run: () => setOpen({ kind: "form", row }),
            },
          ]
        : []),
      { key: "print", label: t.print, run: () => setOpen({ kind: "print", row }) },
      ...(may.add ? [{ key: "copy", label: shell.common.copy, run: () => void add(row) }] : []),
      ...stepActions.filter((x) => x.key === "split"),
      ...(may.remove
        ? [
            {
              key: "remove",
              label: shell.common.remove,
              danger: true,
              refused: refusalText(refuseOrderDelete(row), locale),
              run: () => remove([row]),
            },
          ]
        : []),
    ];
    // Sorts allowed actions before refused ones. A refused action is disabled and shows the reason. Closing a running
    // order and deleting come last among the allowed ones, so that they are not the first buttons.
    const allowed = all.filter((a) => !a.refused);
    return [
      ...allowed.filter((a) => !a.danger),
      ...allowed.filter((a) => a.danger),
      ...all.filter((a) => a.refused),
    ];
  };
  useAddAddress((moldNo) => may.add && void add(undefined, moldNo));
  const addButton = may.add && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void add()}>
      {shell.common.add}
    </Button>
  );
  const spec = useMemo(
    () => ({
      ...form,
      initial: (open?.kind === "form" && open.initial) || {},
    }),
    [form, open],
  );
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip label={t.all} items={strip} chosen={shown} onChoose={choose} />
      <QueryGrid
        query={orderList}
        entity={productionOrder}
        columns={columns}
        fixed={conditionsOf(shown)}
        search={["orderId", "moldNo", "productNo"]}
        live={["board"]}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={locale.code === "en" ? 184 : 152}
        toolbar={
          <>
            {addButton}
            {selection.size > 0 && (
              <Button danger onClick={() => remove([...selection.values()], () => setSelection(noRows))}>
                {`${shell.common.remove} (${selection.size})`}
              </Button>
            )}
          </>
        }
        selection={selection}
        onSelectionChange={may.remove ? setSelection : undefined}
        empty={
          <EmptyHint
            title={screen.empty.title(menus.productionOrder)}
            hint={t.emptyHint}
            action={addButton}
          />
        }
      />
      {open?.kind === "form" && (
        <EntityForm
          entity={productionOrder}
          spec={spec}
          row={open.row}
          copyFrom={open.like}
          title={open.row ? screen.form.edit(open.row.orderId) : screen.form.add(menus.productionOrder)}
          onClose={close}
        />
      )}
      {open?.kind === "print" && <OrderPrint row={open.row} onClose={close} />}
      {open?.kind === "step" && <OrderDialog step={open.step} row={open.row} onClose={close} />}
    </div>
  );
}
