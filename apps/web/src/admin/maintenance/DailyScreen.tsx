import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import {
  dailyTasks,
  deferTask,
  finishTask,
  maintenanceTask,
  refuseDefer,
  refuseDone,
  taskState,
  taskTab,
} from "@shotkeeper/contract/maintenance";
import { Ago, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import {
  ChoiceTag,
  type Columns,
  CommandDialog,
  EmptyHint,
  Photos,
  photosInput,
  QueryGrid,
  type RowAction,
  RowActions,
  refusalText,
  UsedBar,
  useRows,
} from "@shotkeeper/ui/screen";
import { Tabs } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { taskStateTones } from "../tones.ts";
import "./daily.css";

type Task = QueryRow<typeof dailyTasks>;
type TabName = keyof typeof taskTab.values;

const tabNames = Object.keys(taskTab.values) as TabName[];
const conditions = Object.fromEntries(
  tabNames.map((name) => [name, [{ field: "tab", operator: "EQ", value: taskTab.values[name] }]]),
) as unknown as Readonly<Record<TabName, readonly Condition[]>>;
const sorts = {
  today: [
    { field: "state", direction: "desc" },
    { field: "raisedAt", direction: "asc" },
  ],
  deferred: [{ field: "deferredUntil", direction: "asc" }],
  done: [{ field: "doneAt", direction: "desc" }],
} as const;

function RunShare({ row }: { readonly row: Task }) {
  const f = useFormats();
  const share =
    row.intervalHours && row.runHoursNow !== null ? (row.runHoursNow / row.intervalHours) * 100 : null;
  return (
    <span className="sk-run">
      <span className="sk-run-hours">
        {f.decimal(row.runHoursNow, 0)} / {f.decimal(row.intervalHours, 0)} h
      </span>
      <UsedBar percent={share} />
    </span>
  );
}

function Deferrals({ row }: { readonly row: Task }) {
  const { maintenance: t } = useLocale();
  const text = `${row.deferCount ?? 0} / ${row.deferLimit ?? 0}`;
  return row.isDelay ? (
    <span title={t.delayed}>
      <ToneTag tone="unsure">{text}</ToneTag>
    </span>
  ) : (
    <span className="sk-faint">{text}</span>
  );
}

function useColumns(tab: TabName): Columns<typeof dailyTasks> {
  const { maintenance: t } = useLocale();
  return useMemo((): Columns<typeof dailyTasks> => {
    const done = tab === "done";
    const mold: Columns<typeof dailyTasks> = [
      { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
      "moldName",
      "plantName",
      {
        name: "state",
        width: 116,
        cell: (row) => <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />,
      },
    ];
    if (done)
      return [
        ...mold,
        "doneAt",
        "doneBy",
        { name: "content", width: 240 },
        { name: "imageUrl", width: 116, cell: (row) => <Photos value={row.imageUrl} /> },
        "minutes",
        "doneCount",
        "runHours",
        "taskId",
      ];
    return [
      ...mold,
      { name: "runHoursNow", title: t.progress, width: 230, cell: (row) => <RunShare row={row} /> },
      ...(tab === "deferred" ? (["deferredUntil", "deferReason"] as const) : []),
      { name: "raisedAt", width: 112, cell: (row) => <Ago at={row.raisedAt} /> },
      { name: "deferCount", title: t.deferrals, width: 96, cell: (row) => <Deferrals row={row} /> },
      "moldType",
      "taskId",
    ];
  }, [tab, t]);
}

export default function DailyScreen() {
  const locale = useLocale();
  const { maintenance: t, enums } = locale;
  const { can } = useSession();
  const f = useFormats();
  const [params, setParams] = useSearchParams();
  const tab = tabNames.find((n) => n === params.get("tab")) ?? "today";
  const columns = useColumns(tab);
  const [open, setOpen] = useState<{ readonly action: "finish" | "defer"; readonly row: Task }>();
  const taskId = open?.row.taskId;
  const photos = useMemo(() => photosInput({ table: maintenanceTask.wire, id: taskId ?? "" }), [taskId]);
  const mayAct = can("MT101", "M");
  const close = () => setOpen(undefined);
  const counts: Readonly<Record<TabName, number | undefined>> = {
    today: useCount("today"),
    deferred: useCount("deferred"),
    done: useCount("done"),
  };
  const actions = (row: Task): RowAction[] => [
    {
      key: "finish",
      label: t.finish,
      refused: refusalText(refuseDone(row), locale),
      run: () => setOpen({ action: "finish", row }),
    },
    {
      key: "defer",
      label: t.defer,
      refused: refusalText(refuseDefer(row), locale),
      run: () => setOpen({ action: "defer", row }),
    },
  ];
  return (
    <div className="sk-list sk-list-headed">
      <Tabs
        activeKey={tab}
        onChange={(key) => setParams({ tab: key }, { replace: true })}
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
        id={`MT101.${tab}`}
        query={dailyTasks}
        entity={maintenanceTask}
        columns={columns}
        fixed={conditions[tab]}
        search={["moldNo", "moldName", "plantName"]}
        sort={sorts[tab]}
        live={["board"]}
        rowActions={mayAct && tab !== "done" ? (row) => <RowActions actions={actions(row)} /> : undefined}
        actionsWidth={112}
        empty={<EmptyHint title={t.empty[tab]} hint={t.emptyHint[tab]} />}
      />
      {open?.action === "finish" && (
        <CommandDialog
          command={finishTask}
          title={t.finishTitle(open.row.moldNo ?? "")}
          lead={t.finishLead(f.decimal(open.row.runHoursNow, 1))}
          given={{ taskId: open.row.taskId ?? "" }}
          ask={["content", "minutes", "imageUrl"]}
          inputs={{ imageUrl: photos }}
          hints={{ imageUrl: t.imageHint }}
          okText={t.finish}
          told={() => t.finished}
          onClose={close}
        />
      )}
      {open?.action === "defer" && (
        <CommandDialog
          command={deferTask}
          title={t.deferTitle(open.row.moldNo ?? "")}
          lead={t.deferLead(open.row.deferCount ?? 0, open.row.deferLimit ?? 0)}
          given={{ taskId: open.row.taskId ?? "" }}
          okText={t.defer}
          told={() => t.deferred}
          onClose={close}
        />
      )}
    </div>
  );
}

function useCount(tab: TabName): number | undefined {
  return useRows(dailyTasks, { where: conditions[tab], limit: 1 }, { live: ["board"] }).data?.total;
}
