import { PlusOutlined } from "@ant-design/icons";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { maintenanceTask, majorTab, majorTasks, taskKind } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Tabs } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { ChecklistTab } from "./checklist-tab.tsx";
import { MaintenanceHead } from "./maintenance-head.tsx";
import { PartsTab } from "./parts-tab.tsx";
import { Deferrals, Results, RunShare, SourceTag, TaskStateCell } from "./task-cells.tsx";
import { useTaskSteps } from "./use-task-steps.tsx";
import "./maintenance.css";

type Task = QueryRow<typeof majorTasks>;
type TaskTab = keyof typeof majorTab.values;

const taskTabs = Object.keys(majorTab.values) as TaskTab[];
const tabNames = [...taskTabs, "checklists", "parts"] as const;
type TabName = (typeof tabNames)[number];
const isTaskTab = (tab: TabName): tab is TaskTab => tab !== "checklists" && tab !== "parts";

const inTab = (name: TaskTab): readonly Condition[] => [
  { field: "majorTab", operator: "EQ", value: majorTab.values[name] },
];
/**
 * Filter of each tab. The arrays are constants, because QueryGrid loads its rows again whenever it gets a new array.
 */
const conditions: Readonly<Record<TaskTab, readonly Condition[]>> = {
  open: inTab("open"),
  acceptance: inTab("acceptance"),
  done: inTab("done"),
};
const sorts = {
  open: [
    { field: "planDate", direction: "asc" },
    { field: "raisedAt", direction: "asc" },
  ],
  acceptance: [{ field: "doneAt", direction: "asc" }],
  done: [{ field: "acceptedAt", direction: "desc" }],
} as const;
const noRows: ReadonlyMap<string, Task> = new Map();

function useColumns(tab: TabName): Columns<typeof majorTasks> {
  const { maintenance: t } = useLocale();
  return useMemo((): Columns<typeof majorTasks> => {
    const mold: Columns<typeof majorTasks> = [
      { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
      { name: "state", width: tab === "open" ? 190 : 150, cell: (row) => <TaskStateCell row={row} /> },
      { name: "taskSource", width: 116, cell: (row) => <SourceTag row={row} /> },
    ];
    const rest: Columns<typeof majorTasks> = [
      { name: "moldName", width: 220 },
      { name: "plantName", width: 200 },
      { name: "taskReason", width: 220 },
      { name: "sentBackCount", width: 96 },
      { name: "sendBackReason", width: 200 },
      { name: "taskId", width: 132 },
    ];
    if (tab === "open")
      return [
        ...mold,
        { name: "runHoursNow", title: t.progress, width: 230, cell: (row) => <RunShare row={row} /> },
        { name: "planDate", onCard: true, width: 116 },
        { name: "assigneeName", onCard: true, width: 110 },
        { name: "deferCount", title: t.deferrals, width: 96, cell: (row) => <Deferrals row={row} /> },
        { name: "startedAt", width: 168 },
        ...rest,
        { name: "results", width: 140, cell: (row) => <Results row={row} /> },
      ];
    return [
      ...mold,
      { name: "doneAt", onCard: true, width: 168 },
      { name: "doneByName", onCard: true, width: 110 },
      ...(tab === "done" ? ([{ name: "acceptedAt", width: 168 }, "acceptedByName"] as const) : []),
      { name: "imageUrl", width: 116, cell: (row) => <Photos value={row.imageUrl} /> },
      { name: "content", width: 240 },
      { name: "results", width: 168, cell: (row) => <Results row={row} /> },
      { name: "replaced", width: 200 },
      { name: "partsUsed", width: 200 },
      { name: "cost", width: 104 },
      { name: "minutes", width: 90 },
      ...rest,
    ];
  }, [tab, t]);
}

const useCount = (tab: TaskTab) =>
  useRows(majorTasks, { where: conditions[tab], limit: 1 }, { live: ["board"] }).data?.total;

export default function MajorScreen() {
  const { maintenance: t, enums, shell } = useLocale();
  const f = useFormats();
  const [params, setParams] = useSearchParams();
  const tab = tabNames.find((n) => n === params.get("tab")) ?? "open";
  const columns = useColumns(tab);
  const steps = useTaskSteps(taskKind.values.major);
  const [selection, setSelection] = useState(noRows);
  const counts: Readonly<Record<TaskTab, number | undefined>> = {
    open: useCount("open"),
    acceptance: useCount("acceptance"),
    done: useCount("done"),
  };
  const chosen = [...selection.values()];
  const label = (name: TabName) =>
    isTaskTab(name) ? (
      <span className="sk-tab-count">
        {enums.majorTab[name]}
        <b data-hot={(name !== "done" && (counts[name] ?? 0) > 0) || undefined}>{f.whole(counts[name])}</b>
      </span>
    ) : (
      t[name]
    );
  return (
    <div className="sk-list sk-list-headed">
      {isTaskTab(tab) && <MaintenanceHead kind={taskKind.values.major} />}
      <Tabs
        activeKey={tab}
        onChange={(key) => {
          setSelection(noRows);
          setParams({ tab: key }, { replace: true });
        }}
        items={tabNames.map((name) => ({ key: name, label: label(name) }))}
      />
      {isTaskTab(tab) && (
        <QueryGrid
          key={tab}
          id={`${menus.majorMaintenance}.${tab}`}
          query={majorTasks}
          entity={maintenanceTask}
          columns={columns}
          fixed={conditions[tab]}
          search={["moldNo", "moldName", "plantName"]}
          sort={sorts[tab]}
          live={["board"]}
          toolbar={
            <>
              {steps.mayAdd && (
                <Button icon={<PlusOutlined />} onClick={steps.add}>
                  {t.add}
                </Button>
              )}
              {chosen.length > 0 && (
                <Button danger onClick={() => steps.remove(chosen, () => setSelection(noRows))}>
                  {`${shell.common.remove} (${chosen.length})`}
                </Button>
              )}
            </>
          }
          selection={selection}
          onSelectionChange={steps.mayRemove ? setSelection : undefined}
          rowActions={
            tab === "done" || !steps.mayStep
              ? undefined
              : (row) => <RowActions actions={steps.actions(row)} />
          }
          actionsWidth={160}
          empty={<EmptyHint title={t.emptyMajor[tab]} hint={t.emptyMajorHint[tab]} />}
        />
      )}
      {tab === "checklists" && <ChecklistTab />}
      {tab === "parts" && <PartsTab />}
      {steps.dialog}
    </div>
  );
}
