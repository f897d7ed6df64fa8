import {
  counterChange,
  counterChangeList,
  judgeReplacement,
  refuseJudging,
} from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useStepRefusal } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { type ReactNode, useState } from "react";
import { previewIfChanged } from "../count-preview.tsx";
import { CounterLink, MoldLink } from "../links.tsx";
import { approvalTones } from "../tones.ts";

type Row = QueryRow<typeof counterChangeList>;

const newestFirst = [{ field: "createdDate", direction: "desc" }] as const;

const columns: Columns<typeof counterChangeList> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  "moldName",
  { name: "writerId", onCard: true, width: 132, cell: (row) => <CounterLink no={row.writerId} /> },
  { name: "newWriterId", onCard: true, width: 148, cell: (row) => <CounterLink no={row.newWriterId} /> },
  {
    name: "approval",
    width: 104,
    cell: (row) => <ChoiceTag of={counterChangeStat} value={row.approval} tones={approvalTones} />,
  },
  { name: "stoppedAt", width: 160 },
  "oldCount",
  { name: "boundAt", width: 160 },
  "newCount",
  "addMissed",
  { name: "reason", width: 180 },
  { name: "createdBy", width: 104 },
  { name: "createdDate", width: 160 },
  { name: "judgedBy", width: 104 },
  { name: "judgedAt", width: 160 },
  { name: "auditNote", width: 180 },
  "plantName",
];

/** List of requests to replace counters. A reviewer approves or rejects each request. */
export function ReplacementGrid({ toolbar }: { readonly toolbar: ReactNode }) {
  const locale = useLocale();
  const { judge, replacements: t } = locale.counter;
  const { can } = useSession();
  const refusalOf = useStepRefusal();
  const [open, setOpen] = useState<{ readonly verdict: "pass" | "reject"; readonly row: Row }>();
  const actions = (row: Row) =>
    can(menus.binding, "M") && row.approval === counterChangeStat.values.registered
      ? (["pass", "reject"] as const).map((verdict) => ({
          key: verdict,
          label: judge[verdict],
          danger: verdict === "reject",
          refused: refusalOf(refuseJudging(row), judgeReplacement, row),
          run: () => setOpen({ verdict, row }),
        }))
      : [];
  return (
    <>
      <QueryGrid
        query={counterChangeList}
        entity={counterChange}
        columns={columns}
        search={["moldNo", "writerId", "newWriterId"]}
        sort={newestFirst}
        live={["board"]}
        toolbar={toolbar}
        actions={actions}
        actionsWidth={132}
        empty={<EmptyHint title={t.none} hint={t.noneHint} />}
      />
      {open && (
        <CommandDialog
          key={open.verdict}
          command={judgeReplacement}
          title={judge[`${open.verdict}Title`](
            t.what(open.row.moldNo ?? "", open.row.writerId ?? "", open.row.newWriterId ?? ""),
          )}
          lead={t[`${open.verdict}Lead`]}
          preset={{
            changeId: open.row.changeId ?? 0,
            approval: counterChangeStat.values[open.verdict === "pass" ? "passed" : "rejected"],
          }}
          hints={open.verdict === "reject" ? { auditNote: judge.noteNeeded } : {}}
          preview={previewIfChanged}
          okText={judge[open.verdict]}
          danger={open.verdict === "reject"}
          successText={() => judge[open.verdict === "pass" ? "passed" : "rejected"]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
