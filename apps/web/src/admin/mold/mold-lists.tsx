import { appointLevel, appointList, appointState } from "@shotkeeper/contract/inspection";
import type { Condition } from "@shotkeeper/contract/kernel";
import { dailyTasks, majorTasks, repairList, taskState } from "@shotkeeper/contract/maintenance";
import { mold } from "@shotkeeper/contract/mold";
import { orderList } from "@shotkeeper/contract/production";
import { type Session, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { ChangeHistory, QueryGrid } from "@shotkeeper/ui/list";
import { OrderLink } from "../links.tsx";
import { RunShare } from "../maintenance/task-cells.tsx";
import { OrderState } from "../production/order-cells.tsx";
import { appointLevelTones, appointStateTones, taskStateTones } from "../tones.ts";

export const moldTabs = ["overview", "orders", "maintenance", "inspections", "history"] as const;
export type MoldTab = (typeof moldTabs)[number];

/** Returns whether the user may read at least one list of the tab. */
export function mayOpenTab(tab: MoldTab, { allows }: Pick<Session, "allows">): boolean {
  switch (tab) {
    case "orders":
      return allows(orderList.access);
    case "maintenance":
      return allows(dailyTasks.access) || allows(majorTasks.access);
    case "inspections":
      return allows(appointList.access);
    default:
      return true;
  }
}

const live = ["board"] as const;
const newest = (field: string) => [{ field, direction: "desc" }] as const;
const newestOrder = newest("plannedEnd");
const newestTask = newest("raisedAt");
const newestIssue = newest("issueFoundAt");

interface MoldListsProps {
  readonly tab: Exclude<MoldTab, "overview">;
  readonly moldNo: string;
  /** Conditions that select the rows of the mold. */
  readonly where: readonly Condition[];
}

/** The lists of a mold in one tab of its page. */
export function MoldLists({ tab, moldNo, where }: MoldListsProps) {
  const { menus: labels, mold: t, maintenance } = useLocale();
  const { allows } = useSession();
  const shared = {
    inner: true,
    fixed: where,
    live,
    height: 360,
    empty: <EmptyHint title={t.noRows} />,
  } as const;
  switch (tab) {
    case "orders":
      return (
        <Panel title={labels.productionOrder}>
          <QueryGrid
            {...shared}
            id="BS101.orders"
            query={orderList}
            sort={newestOrder}
            height={560}
            columns={[
              { name: "orderId", pin: "left", width: 140, cell: (row) => <OrderLink no={row.orderId} /> },
              { name: "orderState", width: 128, cell: (row) => <OrderState row={row} /> },
              "productNo",
              "plannedShots",
              "madeShots",
              { name: "progress", onCard: true },
              "plannedStart",
              { name: "plannedEnd", onCard: true },
              "deviceName",
            ]}
          />
        </Panel>
      );
    case "maintenance":
      return (
        <>
          {allows(repairList.access) && (
            <Panel title={labels.repairAnalysis}>
              <QueryGrid
                {...shared}
                id="BS101.repairs"
                query={repairList}
                sort={newestTask}
                columns={[
                  { name: "taskId", pin: "left", width: 132 },
                  {
                    name: "state",
                    width: 140,
                    cell: (row) => <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />,
                  },
                  { name: "faultName", onCard: true },
                  "causeName",
                  "componentName",
                  "cavity",
                  "measureName",
                  "shareHours",
                  "shareCost",
                  { name: "doneAt", onCard: true },
                  { name: "content", width: 240 },
                ]}
              />
            </Panel>
          )}
          {[majorTasks, dailyTasks].map(
            (query) =>
              allows(query.access) && (
                <Panel
                  key={query.menu}
                  title={query === majorTasks ? labels.majorMaintenance : labels.dailyMaintenance}
                >
                  <QueryGrid
                    {...shared}
                    id={`BS101.${query.menu}`}
                    query={query}
                    sort={newestTask}
                    columns={[
                      { name: "taskId", pin: "left", width: 132 },
                      {
                        name: "state",
                        onCard: true,
                        width: 140,
                        cell: (row) => <ChoiceTag of={taskState} value={row.state} tones={taskStateTones} />,
                      },
                      { name: "taskSource", onCard: true },
                      {
                        name: "runHoursNow",
                        title: maintenance.progress,
                        width: 230,
                        cell: (row) => <RunShare row={row} />,
                      },
                      "planDate",
                      "assigneeName",
                      { name: "doneAt", onCard: true },
                      "doneByName",
                      { name: "content", width: 240 },
                      "partsUsed",
                    ]}
                  />
                </Panel>
              ),
          )}
        </>
      );
    case "inspections":
      return (
        <Panel title={labels.inspectionIssue}>
          <QueryGrid
            {...shared}
            id="BS101.inspections"
            query={appointList}
            sort={newestIssue}
            height={560}
            columns={[
              { name: "appointId", pin: "left", width: 132 },
              {
                name: "appointState",
                width: 110,
                cell: (row) => (
                  <ChoiceTag of={appointState} value={row.appointState} tones={appointStateTones} />
                ),
              },
              {
                name: "appointLevel",
                width: 104,
                cell: (row) => (
                  <ChoiceTag of={appointLevel} value={row.appointLevel} tones={appointLevelTones} />
                ),
              },
              "appointType",
              { name: "problem", onCard: true, width: 260 },
              "assigneeName",
              "dueOn",
              { name: "issueFoundAt", onCard: true },
              { name: "saveProblem", width: 260 },
            ]}
          />
        </Panel>
      );
    case "history":
      return (
        <Panel title={t.tabs.history}>
          <ChangeHistory entity={mold} recordKey={moldNo} />
        </Panel>
      );
  }
}
