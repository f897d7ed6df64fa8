import {
  type DatasetName,
  dataExport,
  dataExportList,
  exportTarget,
  exportTargets,
  saveExportSecret,
  takeOverExport,
} from "@shotkeeper/contract/data-out";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { ToneTag, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData, useInvalidateData } from "@shotkeeper/ui/data";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { wallClock } from "@shotkeeper/ui/time";
import { Alert } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { DatasetsInput, SecretInput, StorageInput, TargetInput } from "./inputs.tsx";
import "./data-out.css";

type Row = QueryRow<typeof dataExportList>;
type FieldName = keyof (typeof dataExport)["fields"] & string;

/** Returns a function that lists the names of a schedule's datasets as one text. */
function useDatasetNames(): (row: Row) => string {
  const { enums, shell } = useLocale();
  return (row) =>
    (row.datasets ?? [])
      .map((name) => enums.dataset[name as DatasetName] ?? name)
      .join(shell.common.listJoiner);
}

function useColumns(): Columns<typeof dataExportList> {
  const { notice, dataOut: t } = useLocale();
  const namesOf = useDatasetNames();
  return [
    { name: "exportName", pin: "left", width: 180 },
    {
      name: "isOn",
      width: 184,
      cell: (row) =>
        row.isOn && row.isStopped ? (
          <ToneTag tone="bad">{t.stopped}</ToneTag>
        ) : (
          <ToneTag tone={row.isOn ? "good" : "neutral"}>
            {row.isOn ? notice.states.on : notice.states.off}
          </ToneTag>
        ),
    },
    { name: "datasets", width: 280, cell: namesOf },
    { name: "dataFormat", width: 104 },
    { name: "exportPeriod", width: 136 },
    { name: "exportTarget", width: 152 },
    { name: "exportOwner", width: 112 },
    { name: "lastFileAt", width: 160 },
    { name: "waitingFiles", width: 120 },
    {
      name: "failedFiles",
      width: 120,
      cell: (row) => (row.failedFiles ? <ToneTag tone="bad">{String(row.failedFiles)}</ToneTag> : "0"),
    },
    { name: "exportSince", width: 120 },
    { name: "waitHours", width: 144 },
    { name: "targetFolder", width: 160 },
    { name: "s3Endpoint", width: 240 },
    { name: "s3Bucket", width: 160 },
    { name: "hasSecret", width: 112 },
    { name: "exportId", width: 144 },
    { name: "updatedBy", width: 104 },
    "updatedDate",
  ];
}

function useForm(hasFolder: boolean): EntityFormSpec<FieldName> {
  const t = useLocale().dataOut;
  return useMemo(
    () => ({
      sections: [
        {
          title: t.sections.what,
          fields: [
            "exportId",
            "exportName",
            "datasets",
            "dataFormat",
            "exportPeriod",
            "exportSince",
            "waitHours",
            "isOn",
          ],
        },
        {
          title: t.sections.where,
          fields: ["exportTarget", "targetFolder", "s3Endpoint", "s3Region", "s3Bucket", "s3KeyId"],
        },
      ],
      inputs: {
        datasets: DatasetsInput,
        exportTarget: TargetInput,
        s3Endpoint: StorageInput,
        s3Region: StorageInput,
        s3Bucket: StorageInput,
        s3KeyId: StorageInput,
      },
      hints: t.hints,
      initial: {
        isOn: true,
        dataFormat: "parquet",
        datasets: ["hours", "outputs"],
        exportPeriod: "day",
        waitHours: 6,
        exportTarget: hasFolder ? exportTarget.values.folder : exportTarget.values.s3,
        exportSince: wallClock().format("YYYY-MM-DD"),
      },
    }),
    [t, hasFolder],
  );
}

/** Tab with the schedules by which datasets are written as files. */
export function ScheduleTab({ head }: { readonly head: ReactNode }) {
  const t = useLocale().dataOut;
  const { allows } = useSession();
  const namesOf = useDatasetNames();
  const targets = useCommandData(exportTargets, {}).data;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [open, setOpen] = useState<Row>();
  const takeOver = async ({ exportId }: Row) => {
    await act(() => client.run(takeOverExport, { exportId }), t.takenOver);
    invalidate();
  };
  return (
    <div className="sk-data-out">
      {targets?.hasFolder === false && <Alert type="info" showIcon title={t.noFolder} />}
      <ListScreen
        query={dataExportList}
        entity={dataExport}
        columns={useColumns()}
        form={useForm(targets?.hasFolder ?? false)}
        search={["exportName", "exportId"]}
        toolbar={head}
        actions={(row: Row) => [
          ...(allows(takeOverExport.access) && row.isStopped
            ? [{ key: "takeOver", label: t.takeOver, run: () => void takeOver(row) }]
            : []),
          ...(allows(saveExportSecret.access) && row.exportTarget === exportTarget.values.s3
            ? [{ key: "secret", label: t.secret, run: () => setOpen(row) }]
            : []),
        ]}
        details={(row) => ({ datasets: namesOf(row) })}
        emptyHint={t.emptyHint}
      />
      {open && (
        <CommandDialog
          command={saveExportSecret}
          title={t.secretTitle(open.exportName)}
          lead={t.secretLead}
          preset={{ exportId: open.exportId }}
          inputs={{ s3Secret: SecretInput }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
