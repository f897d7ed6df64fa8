import { PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { dailyTasks, maintenanceTask, taskKind, taskState, taskTab } from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { Ago, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Button, Tabs } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { taskStateTones } from "../tones.ts";
import { conditions, sorts, type TabName } from "./daily-tabs.ts";
import { MaintenanceHead } from "./maintenance-head.tsx";
import { Deferrals, Results, RunShare, SourceTag } from "./task-cells.tsx";
import { useTaskSteps } from "./use-task-steps.tsx";
import "./maintenance.css";

type Task = QueryRow<typeof dailyTasks>;
const tabNames = Object.keys(taskTab.values) as TabName[];
const noRows: ReadonlyMap<string, Task> = new Map();

function useColumns(tab: TabName): Columns<typeof dailyTasks> {
  const { maintenance: t } = useLocale();
  return useMemo((): Columns<typeof dailyTasks> => {
    const done = tab === "done";
    const mold: Columns<typeof dailyTasks> = [
      { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
      {
        name: "state",
        width: 116,
        cell: (row) => <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />,
      },
    ];
    const whose = ["moldName", "plantName"] as const;
    if (done)
      return [
        ...mold,
        "doneAt",
        "doneByName",
        { name: "imageUrl", width: 116, cell: (row) => <Photos value={row.imageUrl} /> },
        { name: "content", width: 240 },
        { name: "results", width: 168, cell: (row) => <Results row={row} /> },
        { name: "partsUsed", width: 180 },
        "minutes",
        "doneCount",
        "runHours",
        { name: "taskSource", width: 116, cell: (row) => <SourceTag row={row} /> },
        ...whose,
        "taskId",
      ];
    return [
      ...mold,
      {
        name: "runHoursNow",
        onCard: true,
        title: t.progress,
        width: 230,
        cell: (row) => <RunShare row={row} />,
      },
      { name: "planDate", width: 116, onCard: true },
      ...(tab === "deferred" ? (["deferredUntil", "deferReason"] as const) : []),
      ...whose,
      { name: "raisedAt", width: 112, cell: (row) => <Ago at={row.raisedAt} /> },
      { name: "deferCount", title: t.deferrals, width: 96, cell: (row) => <Deferrals row={row} /> },
      { name: "assigneeName", width: 110 },
      { name: "taskReason", width: 200 },
      { name: "taskSource", width: 116, cell: (row) => <SourceTag row={row} /> },
      "moldType",
      "taskId",
      { name: "results", width: 140, cell: (row) => <Results row={row} /> },
    ];
  }, [tab, t]);
}

export default function DailyScreen() {
  const { maintenance: t, enums, shell } = useLocale();
  const f = useFormats();
  const [params, setParams] = useSearchParams();
  const tab = tabNames.find((n) => n === params.get("tab")) ?? "today";
  const columns = useColumns(tab);
  const steps = useTaskSteps(taskKind.values.daily);
  const [selection, setSelection] = useState(noRows);
  const counts: Readonly<Record<TabName, number | undefined>> = {
    today: useCount("today"),
    deferred: useCount("deferred"),
    done: useCount("done"),
  };
  const chosen = [...selection.values()];
  return (
    <div className="sk-list sk-list-headed">
      <MaintenanceHead kind={taskKind.values.daily} />
      <Tabs
        activeKey={tab}
        onChange={(key) => {
          setSelection(noRows);
          setParams({ tab: key }, { replace: true });
        }}
        items={tabNames.map((name) => ({
          key: name,
          label: (
            <span className="sk-tab-count">
              {enums.taskTab[name]}
              <b data-hot={(name === "today" && (counts[name] ?? 0) > 0) || undefined}>
                {f.whole(counts[name])}
              </b>
            </span>
          ),
        }))}
      />
      <QueryGrid
        key={tab}
        id={`${menus.dailyMaintenance}.${tab}`}
        query={dailyTasks}
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
        actions={tab === "done" ? undefined : steps.actions}
        actionsWidth={140}
        empty={<EmptyHint title={t.empty[tab]} hint={t.emptyHint[tab]} />}
      />
      {steps.dialog}
    </div>
  );
}

function useCount(tab: TabName): number | undefined {
  return useRows(dailyTasks, { where: conditions[tab], limit: 1 }, { live: ["board"] }).data?.total;
}
