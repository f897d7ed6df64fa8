import { dataExportRuns, exportRunState, refuseAgain, writeExportAgain } from "@shotkeeper/contract/data-out";
import type { Condition } from "@shotkeeper/contract/kernel";
import { missing, textOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { type ReactNode, useMemo } from "react";
import { RepeatableList } from "../repeatable-list.tsx";
import { exportRunTones } from "../tones.ts";

const newestFirst = [{ field: "dataFrom", direction: "desc" }] as const;
const onlyFailed: readonly Condition[] = [
  { field: "runState", operator: "EQ", value: exportRunState.values.failed },
];
const every: readonly Condition[] = [];

function useColumns(): Columns<typeof dataExportRuns> {
  const locale = useLocale();
  return useMemo(
    (): Columns<typeof dataExportRuns> => [
      { name: "dataFrom", pin: "left", width: 160 },
      { name: "dataTo", width: 160 },
      { name: "exportName", width: 160 },
      { name: "dataset", width: 160 },
      {
        name: "runState",
        width: 128,
        cell: (row) => <ChoiceTag of={exportRunState} value={row.runState} tones={exportRunTones} />,
      },
      { name: "rowCount", width: 104 },
      { name: "byteCount", width: 112 },
      {
        name: "runResult",
        width: 280,
        cell: (row) => (row.runResult ? textOf(row.runResult, locale) : missing),
      },
      { name: "finishedAt", width: 160 },
      { name: "attempts", width: 104 },
      { name: "dueAt", width: 160 },
      { name: "targetFile", width: 400 },
      { name: "sha256", width: 240 },
      { name: "runId", width: 104 },
    ],
    [locale],
  );
}

/** Tab with the files that schedules have written or will write. Users can write a file again. */
export function FileTab({ head }: { readonly head: ReactNode }) {
  const t = useLocale().dataOut;
  const client = useClient();
  return (
    <RepeatableList
      query={dataExportRuns}
      columns={useColumns()}
      sort={newestFirst}
      search={["exportName", "targetFile"]}
      tab="files"
      sets={[
        { key: "all", label: t.all, where: every },
        { key: "failed", label: t.failed, where: onlyFailed },
      ]}
      access={writeExportAgain.access}
      refuse={refuseAgain}
      repeat={(rows) => client.run(writeExportAgain, { runIds: rows.map((r) => r.runId ?? 0) })}
      texts={t}
      actionsWidth={128}
      empty={<EmptyHint title={t.filesEmpty} hint={t.filesEmptyHint} />}
      head={head}
    />
  );
}
