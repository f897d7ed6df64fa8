import { appointFigures, appointState, appointType, closeList } from "@shotkeeper/contract/inspection";
import { type Condition, nameOf } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Figure, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid, RefusableButton, RowActions } from "@shotkeeper/ui/list";
import { Segmented } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { appointColumns as c } from "./appoint-columns.tsx";
import { Compare } from "./compare.tsx";
import { Shares } from "./shares.tsx";
import { type AppointRow, useAppoints } from "./use-appoints.tsx";
import "./inspection.css";

const columns: Columns<typeof closeList> = [
  c.mold,
  c.id,
  c.state,
  { ...c.due, onCard: true },
  { name: "problem", onCard: true, width: 220 },
  c.problemPhotos,
  { name: "saveProblem", width: 220 },
  c.solvedPhotos,
  { name: "saveProblemByName", width: 110 },
  { name: "saveProblemDate", width: 168 },
  { name: "issueFoundByName", width: 110 },
  c.level,
  { name: "appointType", width: 130 },
  { name: "daysOpen", width: 96 },
  { name: "appointPlantName", width: 200 },
  { name: "appointClosedAt", width: 168 },
  { name: "closeNote", width: 160 },
];
const waiting: readonly Condition[] = [
  { field: "appointState", operator: "EQ", value: appointState.values.solved },
];
const closed: readonly Condition[] = [
  { field: "appointState", operator: "EQ", value: appointState.values.closed },
];
const earliestFirst = [{ field: "dueOn", direction: "asc" }] as const;
const newestFirst = [{ field: "appointClosedAt", direction: "desc" }] as const;
const noRows: ReadonlyMap<string, AppointRow> = new Map();

/** Screen with two lists: solved issues that wait to be closed, the earliest due date first, and closed issues. */
export default function CloseScreen() {
  const { inspection: t, enums, shell, code } = useLocale();
  const f = useFormats();
  const [params, setParams] = useSearchParams();
  const isClosed = params.get("state") === "closed";
  const [selection, setSelection] = useState(noRows);
  const [shown, setShown] = useState<AppointRow>();
  const appoints = useAppoints(() => setSelection(noRows));
  const found = useCommandData(appointFigures, {}, { live: ["board"] });
  const x = found.data;
  const chosen = [...selection.values()];
  const [first] = chosen;
  const able = (step: "close" | "sendBack") => chosen.filter((r) => !appoints.refused(step, r));
  const typeName = (value: string) => {
    const name = nameOf(appointType, Number(value));
    return name ? enums.appointType[name] : missing;
  };
  return (
    <div className="sk-list sk-list-headed sk-closing">
      <div className="sk-closing-head">
        <div className="sk-kpis">
          <Figure label={t.figures.open} value={f.whole(x?.open)} note={t.figures.openNote} />
          <Figure
            label={t.figures.overdue}
            value={f.whole(x?.overdue)}
            level={x?.overdue ? "bad" : undefined}
            note={t.figures.overdueNote}
          />
          <Figure
            label={t.figures.awaiting}
            value={f.whole(x?.awaiting)}
            level={x?.awaiting ? "attention" : undefined}
            note={t.figures.awaitingNote}
          />
          <Figure
            label={t.figures.meanDays}
            value={f.decimal(x?.meanDays, 1)}
            unit={x?.meanDays === null ? undefined : shell.units.days}
            note={t.figures.meanNote(f.whole(x?.closed))}
          />
        </div>
        <div className="sk-closing-shares">
          <Panel title={t.byType} wait={found}>
            <Shares rows={x?.types ?? []} nameOf={typeName} />
          </Panel>
          <Panel title={t.byPlant} wait={found}>
            <Shares rows={x?.plants ?? []} nameOf={(n) => n || missing} />
          </Panel>
        </div>
      </div>
      <QueryGrid
        key={isClosed ? "closed" : "waiting"}
        id={`${menus.inspectionClosing}.${isClosed ? "closed" : "waiting"}`}
        query={closeList}
        columns={columns}
        fixed={isClosed ? closed : waiting}
        search={["appointId", "moldNo", "problem"]}
        sort={isClosed ? newestFirst : earliestFirst}
        live={["board"]}
        onOpen={setShown}
        selection={selection}
        onSelectionChange={appoints.mayJudge && !isClosed ? setSelection : undefined}
        toolbar={
          <>
            <Segmented<"waiting" | "closed">
              value={isClosed ? "closed" : "waiting"}
              onChange={(key) => {
                setSelection(noRows);
                setParams(key === "closed" ? { state: "closed" } : {}, { replace: true });
              }}
              options={[
                { value: "waiting", label: t.waiting },
                { value: "closed", label: enums.appointState.closed },
              ]}
            />
            {first &&
              (["close", "sendBack"] as const).map((step) => (
                <RefusableButton
                  key={step}
                  type={step === "close" ? "primary" : "default"}
                  refused={able(step).length === 0 ? appoints.refused(step, first) : undefined}
                  onClick={() => appoints.ask(step, able(step))}
                >
                  {`${t[step]} (${able(step).length})`}
                </RefusableButton>
              ))}
          </>
        }
        rowActions={(row) => (
          <RowActions
            actions={[
              { key: "compare", label: t.compare, run: () => setShown(row) },
              ...(isClosed ? [] : appoints.actions(row, ["close", "sendBack"])),
            ]}
          />
        )}
        actionsWidth={code === "en" ? 224 : 168}
        empty={<EmptyHint title={t.nothingToClose} hint={t.nothingToCloseHint} />}
      />
      {shown && (
        <Compare
          row={shown}
          actions={<RowActions actions={isClosed ? [] : appoints.actions(shown, ["sendBack", "close"])} />}
          onClose={() => setShown(undefined)}
        />
      )}
      {appoints.dialog}
    </div>
  );
}
