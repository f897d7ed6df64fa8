import { PlusOutlined } from "@ant-design/icons";
import { isUnreachable } from "@shotkeeper/client";
import {
  appointLevel,
  appointList,
  appointState,
  moldAppoint,
  refuseAppointStep,
} from "@shotkeeper/contract/inspection";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus as menuIds } from "@shotkeeper/contract/menus";
import { nextDocumentNumber } from "@shotkeeper/contract/system";
import { useClient, useFailure, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { EntityForm, photosInput } from "@shotkeeper/ui/form";
import { FilterStrip, QueryGrid, type RowAction, useAddAddress } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { MoldInput, UpkeepPersonInput } from "../pickers.tsx";
import { appointColumns as c } from "./appoint-columns.tsx";
import { type AppointRow, useAppoints } from "./use-appoints.tsx";

const columns: Columns<typeof appointList> = [
  c.mold,
  c.id,
  c.state,
  c.level,
  { ...c.due, onCard: true },
  { name: "appointType", width: 116 },
  { name: "problem", onCard: true, width: 232 },
  c.problemPhotos,
  { name: "assigneeName", width: 110 },
  { name: "appointPlantName", width: 200 },
  { name: "issueFoundByName", width: 110 },
  { name: "issueFoundAt", width: 168 },
  { name: "saveProblem", width: 240 },
  c.solvedPhotos,
  { name: "daysOpen", width: 96 },
  { name: "sentBackCount", width: 96 },
  { name: "deleteReason", width: 160 },
];
type Shown = "open" | "overdue" | "solved" | "closed" | "deleted" | "all";
const { unsolved, solved, closed, deleted } = appointState.values;
const is = (...states: readonly number[]): readonly Condition[] => [
  { field: "appointState", operator: "IN", value: states },
];
const conditions: Readonly<Record<Shown, readonly Condition[]>> = {
  open: is(unsolved),
  overdue: [{ field: "isOverdue", operator: "EQ", value: true }],
  solved: is(solved),
  closed: is(closed),
  deleted: is(deleted),
  all: is(unsolved, solved, closed),
};
const shownNames = Object.keys(conditions) as Shown[];
const whatFields = ["appointId", "appointType", "moldNo", "appointLevel", "problem"] as const;
const newestFirst = [{ field: "issueFoundAt", direction: "desc" }] as const;

const useCount = (shown: Shown) =>
  useRows(appointList, { where: conditions[shown], limit: 1 }, { live: ["board"] }).data?.total;

export default function IssueScreen() {
  const locale = useLocale();
  const { inspection: t, shell, screen, enums, fields, menus } = locale;
  const { can, user } = useSession();
  const client = useClient();
  const fail = useFailure();
  const [params, setParams] = useSearchParams();
  const shown = shownNames.find((n) => n === params.get("state")) ?? "open";
  const appoints = useAppoints();
  const [open, setOpen] = useState<{
    readonly row?: AppointRow;
    readonly appointId?: string;
    /** Number of the mold that a new issue is about. */
    readonly moldNo?: string;
  }>();
  const counts: Readonly<Record<Shown, number | undefined>> = {
    open: useCount("open"),
    overdue: useCount("overdue"),
    solved: useCount("solved"),
    closed: useCount("closed"),
    deleted: useCount("deleted"),
    all: useCount("all"),
  };
  const words: Readonly<Record<Shown, string>> = {
    open: enums.appointState.unsolved,
    overdue: fields.isOverdue,
    solved: enums.appointState.solved,
    closed: enums.appointState.closed,
    deleted: enums.appointState.deleted,
    all: shell.common.all,
  };
  // Reserves the issue's number when the form opens, because photos are stored under that number. If the user cancels,
  // the number stays unused. Without a connection, the form opens without a number, and the server assigns the number
  // later.
  async function add(moldNo?: string): Promise<void> {
    const about = moldNo ? { moldNo } : {};
    try {
      setOpen({ ...about, appointId: await client.run(nextDocumentNumber, { docId: "IN" }) });
    } catch (error) {
      if (isUnreachable(error)) setOpen(about);
      else fail(error);
    }
  }
  const spec = useMemo(
    () => ({
      sections: [
        {
          title: t.sections.what,
          fields: [...whatFields, ...(open?.appointId === undefined ? [] : (["problemUrl"] as const))],
        },
        { title: t.sections.who, fields: ["issueFoundAt", "dueOn", "assignee"] as const },
      ],
      inputs: {
        moldNo: MoldInput,
        assignee: UpkeepPersonInput,
        problemUrl: photosInput({
          table: moldAppoint.wire,
          id: open?.appointId ?? "",
          offline: moldAppoint.offline && !open?.row,
        }),
      },
      hints: t.hints,
      initial: open
        ? { appointId: open.appointId, appointLevel: appointLevel.values.minor, moldNo: open.moldNo }
        : {},
    }),
    [open, t],
  );
  const actions = (row: AppointRow): RowAction[] => {
    const all: RowAction[] = [
      ...appoints.actions(row, ["solve", "close", "sendBack"]),
      ...(can(menuIds.inspectionIssue, "M")
        ? [
            {
              key: "edit",
              label: shell.common.edit,
              refused: refusalText(refuseAppointStep("edit", row, user.info.userId), locale),
              run: () => setOpen({ row, appointId: row.appointId }),
            },
          ]
        : []),
      ...appoints.actions(row, ["delete"]),
    ];
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  useAddAddress((moldNo) => can(menuIds.inspectionIssue, "A") && void add(moldNo));
  const addButton = can(menuIds.inspectionIssue, "A") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void add()}>
      {shell.common.add}
    </Button>
  );
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={menus.inspectionIssue}
        items={shownNames.map((n) => ({ key: n, label: words[n], count: counts[n] }))}
        chosen={shown}
        onChoose={(key) => setParams(key === "open" ? {} : { state: key }, { replace: true })}
      />
      <QueryGrid
        key={shown === "deleted" ? "deleted" : "others"}
        query={appointList}
        entity={moldAppoint}
        columns={columns}
        fixed={conditions[shown]}
        search={["appointId", "moldNo", "problem"]}
        sort={newestFirst}
        live={["board"]}
        toolbar={addButton}
        actions={actions}
        actionsWidth={164}
        empty={<EmptyHint title={t.empty[shown]} hint={t.emptyHint} action={addButton} />}
      />
      {open && (
        <EntityForm
          entity={moldAppoint}
          spec={spec}
          row={open.row}
          title={open.row ? screen.form.edit(open.row.appointId) : screen.form.add(menus.inspectionIssue)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {appoints.dialog}
    </div>
  );
}
