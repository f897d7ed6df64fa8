import { DownloadOutlined, InboxOutlined } from "@ant-design/icons";
import type { Fields, ImportCommand } from "@shotkeeper/contract/kernel";
import { templateFile } from "@shotkeeper/datagrid/sheet";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { App, Button, InputNumber, Modal, Segmented, Select, Spin, Upload } from "antd";
import { useMemo, useState } from "react";
import { messageOf, useClient, useFailure, useLocale } from "../../app/index.ts";
import { useClosing } from "../closing.ts";
import { useWritten } from "../written.ts";
import { ImportMapping } from "./ImportMapping.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { importColumns, templateWords } from "./import-columns.ts";
import { useSheet } from "./use-sheet.ts";
import "./import.css";

export interface ImportDialogProps {
  readonly command: ImportCommand;
  /** What a row may hold, and which of it stands in the template, in this order. */
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly hints?: Readonly<Partial<Record<string, string>>>;
  /** What the rows are: names the dialog and the template. */
  readonly noun: string;
  readonly onClose: () => void;
}

const noHints = {};
const accepted = ".xlsx,.xls,.csv";

function save(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Rows from a spreadsheet: chosen, mapped, checked by the server row by row, and added all or none. */
export default function ImportDialog({
  command,
  fields,
  names,
  hints = noHints,
  noun,
  onClose,
}: ImportDialogProps) {
  const locale = useLocale();
  const { importing: t, frame } = locale;
  const client = useClient();
  const { message } = App.useApp();
  const fail = useFailure();
  const written = useWritten();
  const dialog = useClosing(onClose);
  const columns = useMemo(() => importColumns(fields, names, hints, locale), [fields, names, hints, locale]);
  const sheet = useSheet(columns);
  const [shown, setShown] = useState<"all" | "faulty">("all");
  const [busy, setBusy] = useState(false);
  const { chosen } = sheet;
  const rows = useMemo(() => sheet.rows.map((r) => r.values), [sheet.rows]);
  const checked = useQuery({
    queryKey: ["import", command.type, rows],
    queryFn: ({ signal }) => client.run(command, { rows, checkOnly: true }, signal),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const faults = checked.data?.FAULTS ?? [];
  const faultyRows = new Set(faults.map((f) => f.ROW)).size;
  const isReady = rows.length > 0 && !checked.isFetching && !checked.error && faults.length === 0;
  const filled = columns.filter((c) => chosen?.mapping.includes(c.key));

  function template(): void {
    save(templateFile(columns, templateWords(locale)), `${t.templateName(noun)}.xlsx`);
  }

  async function bringIn(): Promise<void> {
    setBusy(true);
    try {
      const outcome = await client.run(command, { rows, checkOnly: false });
      // Somebody was faster between the check and this: what is wrong now is shown.
      if (outcome.FAULTS.length > 0) {
        await checked.refetch();
        return;
      }
      void message.success(t.done(outcome.COUNT));
      written();
      dialog.close();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open={dialog.open}
      afterOpenChange={dialog.afterOpenChange}
      onCancel={dialog.close}
      title={t.title(noun)}
      width={1080}
      mask={{ closable: false }}
      footer={[
        <Button key="template" icon={<DownloadOutlined />} onClick={template}>
          {t.template_}
        </Button>,
        ...(chosen
          ? [
              <Button key="other" onClick={sheet.leave}>
                {t.other}
              </Button>,
            ]
          : []),
        <Button key="go" type="primary" disabled={!isReady} loading={busy} onClick={() => void bringIn()}>
          {rows.length > 0 ? t.go(rows.length) : frame.common.import}
        </Button>,
      ]}
    >
      {!chosen && (
        <Spin spinning={sheet.reading} description={t.reading}>
          <Upload.Dragger
            accept={accepted}
            showUploadList={false}
            beforeUpload={(file) => {
              void sheet.open(file);
              return false;
            }}
          >
            <p className="ant-upload-drag-icon">
              <InboxOutlined />
            </p>
            <p className="ant-upload-text">{t.drop}</p>
            <p className="ant-upload-hint">{t.dropHint}</p>
          </Upload.Dragger>
          {sheet.unreadable && (
            <p className="sk-import-fault" role="alert">
              {t.unreadable}
            </p>
          )}
        </Spin>
      )}
      {chosen && (
        <div className="sk-import">
          <div className="sk-import-head">
            <strong>{chosen.name}</strong>
            {chosen.sheets.length > 1 && (
              <Select
                size="small"
                aria-label={t.sheet}
                value={chosen.sheet}
                options={chosen.sheets.map((s, i) => ({ value: i, label: s.name }))}
                onChange={sheet.setSheet}
              />
            )}
            <label htmlFor="import-header">
              {t.header}{" "}
              <InputNumber
                id="import-header"
                size="small"
                min={1}
                max={Math.max(1, chosen.sheets[chosen.sheet]?.rows.length ?? 1)}
                value={chosen.header + 1}
                onChange={(n) => n !== null && sheet.setHeader(n - 1)}
              />
            </label>
          </div>
          <ImportMapping
            titles={sheet.titles}
            mapping={chosen.mapping}
            columns={columns}
            onAssign={sheet.assign}
          />
          <div className="sk-import-head" role="status">
            {checked.error ? (
              <span className="sk-import-fault">{messageOf(checked.error, locale)}</span>
            ) : rows.length === 0 ? (
              <span className="sk-import-fault">{t.noRows}</span>
            ) : checked.isFetching ? (
              <span className="sk-faint">{t.checking}</span>
            ) : faults.length === 0 ? (
              <span>{t.allFine(rows.length)}</span>
            ) : (
              <span className="sk-import-fault">{t.someFaulty(faultyRows, rows.length)}</span>
            )}
            {faults.length > 0 && (
              <Segmented<"all" | "faulty">
                size="small"
                value={shown}
                onChange={setShown}
                options={[
                  { value: "all", label: t.allRows },
                  { value: "faulty", label: t.faultyRows(faultyRows) },
                ]}
              />
            )}
          </div>
          <ImportPreview
            rows={sheet.rows}
            columns={filled}
            fields={fields}
            faults={faults}
            onlyFaulty={shown === "faulty" && faults.length > 0}
          />
        </div>
      )}
    </Modal>
  );
}
