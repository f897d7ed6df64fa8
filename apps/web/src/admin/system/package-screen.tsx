import { RollbackOutlined, UploadOutlined } from "@ant-design/icons";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import {
  activatePackage,
  clientPackage,
  packageKind,
  packageList,
  rollBackPackage,
} from "@shotkeeper/contract/system";
import { Ago, missing, ToneTag, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { useInvalidateData, useRemove } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { App, Button, Segmented } from "antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { saveBlob } from "../../save-blob.ts";
import { UploadDialog } from "./upload-dialog.tsx";

type Version = QueryRow<typeof packageList>;
type Kind = (typeof packageKind.values)[keyof typeof packageKind.values];
const kinds: readonly Kind[] = Object.values(packageKind.values);

function InUse() {
  const t = useLocale().administration.packages;
  return <ToneTag tone="good">{t.inUse}</ToneTag>;
}

function sizeText(bytes: number | null): string {
  const kilobytes = Math.max(1, Math.round((bytes ?? 0) / 1024));
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const columns: Columns<typeof packageList> = [
  { name: "packageVersion", pin: "left", width: 120 },
  { name: "inUse", width: 104, cell: (row) => (row.inUse ? <InUse /> : missing) },
  { name: "packageName", width: 240 },
  { name: "packageSize", width: 96, cell: (row) => sizeText(row.packageSize) },
  { name: "activatedAt", width: 120, cell: (row) => <Ago at={row.activatedAt} /> },
  { name: "activatedBy", width: 104 },
  { name: "createdBy", width: 104 },
  { name: "createdDate", width: 168 },
  { name: "remark", width: 200 },
  { name: "sha256", width: 280, cell: (row) => <code title={row.sha256 ?? ""}>{row.sha256}</code> },
];

/** Screen of the software packages that devices download. Users upload, activate and roll back versions. */
export default function PackageScreen() {
  const { administration, enums, shell, menus, screen } = useLocale();
  const t = administration.packages;
  const { allows, mayWrite } = useSession();
  const client = useClient();
  const { message, modal } = App.useApp();
  const act = useAction();
  const invalidate = useInvalidateData();
  const remove = useRemove(clientPackage);
  const [params, setParams] = useSearchParams();
  const kind = kinds.find((k) => k === params.get("kind")) ?? packageKind.values.apk;
  const isUploading = params.get("upload") === "1" && mayWrite(clientPackage, "A");
  const fixed = useMemo<Condition[]>(() => [{ field: "packageKind", operator: "EQ", value: kind }], [kind]);
  const show = (next: Kind, upload = false) =>
    setParams({ kind: next, ...(upload ? { upload: "1" } : {}) }, { replace: true });

  const ask = (content: string, work: () => Promise<string>) =>
    void modal.confirm({
      title: shell.prompts.title,
      content,
      onOk: async () => {
        const done = await act(work);
        if (done) void message.success(done);
        invalidate();
      },
    });
  const rollBack = () =>
    ask(t.rollBackPrompt, async () =>
      t.rolledBack((await client.run(rollBackPackage, { packageKind: kind })).version),
    );
  const download = (row: Version) =>
    act(async () =>
      saveBlob(await client.file(`/packages/${kind}/file?ID=${row.packageId}`), row.packageName ?? kind),
    );
  const actionsOf = (row: Version): RowAction[] => [
    ...(allows(activatePackage.access)
      ? [
          {
            key: "activate",
            label: t.activate,
            refused: row.inUse ? t.inUse : undefined,
            run: () =>
              ask(t.activatePrompt(row.packageVersion ?? ""), async () => {
                await client.run(activatePackage, { packageId: row.packageId });
                return t.activated;
              }),
          },
        ]
      : []),
    { key: "download", label: t.download, run: () => void download(row) },
    ...(mayWrite(clientPackage, "D")
      ? [
          {
            key: "remove",
            label: shell.common.remove,
            danger: true,
            refused: row.inUse ? t.inUse : undefined,
            run: () => remove([row]),
          },
        ]
      : []),
  ];
  const uploadButton = mayWrite(clientPackage, "A") && (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => show(kind, true)}>
      {t.upload}
    </Button>
  );
  return (
    <div className="sk-list">
      <QueryGrid
        key={kind}
        id={`SYS111.${kind}`}
        inner
        query={packageList}
        entity={clientPackage}
        columns={columns}
        fixed={fixed}
        toolbar={
          <>
            <Segmented<Kind>
              value={kind}
              onChange={(next) => show(next)}
              options={kinds.map((value) => ({ value, label: enums.packageKind[value] }))}
            />
            {uploadButton}
            {allows(activatePackage.access) && (
              <Button icon={<RollbackOutlined />} onClick={rollBack}>
                {t.rollBack}
              </Button>
            )}
            {kind === "server" && <span className="sk-faint">{t.serverLead}</span>}
          </>
        }
        rowActions={(row) => <RowActions actions={actionsOf(row)} />}
        actionsWidth={168}
        empty={
          <EmptyHint
            title={screen.empty.title(menus.clientPackage)}
            hint={t.emptyHint}
            action={uploadButton}
          />
        }
      />
      {isUploading && <UploadDialog key={kind} kind={kind} onClose={() => show(kind)} />}
    </div>
  );
}
