import { DownloadOutlined, InboxOutlined } from "@ant-design/icons";
import { Button, Modal, Progress, Segmented, Spin, theme, Upload } from "antd";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { themeStyle } from "../antd/theme-style.ts";
import { download } from "../core/download.ts";
import type { PreviewFilter } from "../sheet/session-types.ts";
import type { FileError } from "../sheet/types.ts";
import { faultsText } from "./fault-text.ts";
import { ImportChoices } from "./import-choices.tsx";
import { ImportMapping } from "./import-mapping.tsx";
import { ImportPreview } from "./import-preview.tsx";
import type { ImportDialogProps } from "./spec.ts";
import { downloadTemplate } from "./template-download.ts";
import { type ImportTexts, importTexts } from "./texts.ts";
import { useImport } from "./use-import.ts";
import "./import.css";

const accepted = ".xlsx,.xls,.csv";

const fileFault = ({ fault, line }: FileError, t: ImportTexts): string =>
  fault === "quotes" ? t.fileFaults.quotes(line ?? 1) : t.fileFaults[fault];

/** Dialog that imports a spreadsheet in four steps: choose a file, map its columns, check the rows, import them. */
export function ImportDialog({ id, spec, texts, gridTexts, onClose }: ImportDialogProps): ReactNode {
  const t = texts ?? importTexts[gridTexts.locale];
  const { token } = theme.useToken();
  const style = useMemo(() => themeStyle(token), [token]);
  const [open, setOpen] = useState(true);
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const [status, setStatus] = useState<string>();
  const imported = useImport(id, spec);
  const { file, placed, counts, checking, checkFailed, saved } = imported;
  const { columns } = spec;
  const { total, bad, converted, hidden, skipped, styles } = counts;
  const isAsked = (hidden > 0 && placed?.withHidden === undefined) || (styles.isDateOpen && !styles.dates);
  const filled = useMemo(
    () => columns.filter((c) => !c.unimport && placed?.mapping.includes(c.key)),
    [columns, placed],
  );
  const missing = columns.some((c) => c.required && !c.unimport && !filled.includes(c));
  const tooMany = spec.maxRows !== undefined && total > spec.maxRows;
  const ready = total > 0 && !checking && !checkFailed && !tooMany && !missing && !isAsked;
  const hasGoodRows = bad > 0 && spec.partial !== false && total > bad && !tooMany && !missing && !isAsked;
  const busy = saved !== undefined;
  const shownFilter =
    (filter === "bad" && bad === 0) || (filter === "converted" && converted === 0) ? "all" : filter;
  const latestEdit = useRef(imported.edit);
  latestEdit.current = imported.edit;
  const edit = useCallback(
    (line: number, key: string, text: string) => latestEdit.current(line, key, text),
    [],
  );

  const go = async (onlyGood: boolean): Promise<void> => {
    try {
      const count = await imported.save(onlyGood);
      if (count === undefined) return;
      spec.onDone?.(count);
      setOpen(false);
    } catch (error) {
      spec.onError?.(error);
    }
  };
  const downloadBad = async (): Promise<void> => {
    if (!file) return;
    const texts: string[] = [];
    while (texts.length < bad) {
      const { rows } = await file.page(texts.length, 1000, "bad");
      if (rows.length === 0) break;
      texts.push(...rows.map((row) => faultsText(row.faults, columns, t)));
    }
    const words = { sheet: t.sheetWords.rows, lineTitle: t.line, faultTitle: t.result, texts };
    download(await file.badFile(words), `${t.badName(spec.noun)}.xlsx`);
  };
  const checkResult = (): ReactNode => {
    if (busy)
      return (
        <Progress
          size="small"
          percent={Math.floor(saved * 100)}
          aria-label={t.saving(Math.floor(saved * 100))}
        />
      );
    if (checkFailed) return <span className="dgi-fault">{t.checkFailed}</span>;
    if (checking) return <span className="dgi-faint">{t.checking}</span>;
    if (missing) return <span className="dgi-fault">{t.needsColumns}</span>;
    if (total === 0) return <span className="dgi-fault">{t.noRows}</span>;
    if (tooMany) return <span className="dgi-fault">{t.tooMany(total, spec.maxRows ?? 0)}</span>;
    if (isAsked) return <span className="dgi-fault">{t.needsAnswer}</span>;
    return bad === 0 ? t.allFine(total) : <span className="dgi-fault">{t.someBad(bad, total)}</span>;
  };

  return (
    <Modal
      open={open}
      afterClose={onClose}
      onCancel={() => setOpen(false)}
      title={t.title(spec.noun)}
      width={1080}
      rootClassName="dgi-modal"
      mask={{ closable: false }}
      classNames={{ footer: "dgi-foot" }}
      footer={[
        <Button key="template" icon={<DownloadOutlined />} onClick={() => downloadTemplate(spec, t)}>
          {t.template}
        </Button>,
        file && (
          <Button
            key="scheme"
            onClick={() => {
              imported.saveScheme();
              setStatus(t.schemeSaved);
            }}
          >
            {t.saveScheme}
          </Button>
        ),
        file && (
          <Button key="other" disabled={busy} onClick={imported.leave}>
            {t.other}
          </Button>
        ),
        <Button key="cancel" onClick={() => setOpen(false)}>
          {t.cancel}
        </Button>,
        hasGoodRows && (
          <Button key="good" disabled={!ready || busy} onClick={() => void go(true)}>
            {t.goGood(total - bad)}
          </Button>
        ),
        <Button
          key="go"
          type="primary"
          disabled={!ready || bad > 0}
          loading={busy}
          onClick={() => void go(false)}
        >
          {t.go(total)}
        </Button>,
      ]}
    >
      <div className="dgi" style={style}>
        <p className="dgi-status" role="status">
          {status}
        </p>
        {!file && (
          <Spin spinning={imported.reading} description={t.reading}>
            <Upload.Dragger
              accept={accepted}
              showUploadList={false}
              beforeUpload={(chosen) => {
                void imported.open(chosen);
                return false;
              }}
            >
              <p className="ant-upload-drag-icon">
                <InboxOutlined />
              </p>
              <p className="ant-upload-text">{t.drop}</p>
              <p className="ant-upload-hint">{t.dropHint(spec.maxRows)}</p>
            </Upload.Dragger>
            {imported.fault && (
              <p className="dgi-fault" role="alert">
                {fileFault(imported.fault, t)}
              </p>
            )}
          </Spin>
        )}
        {file && placed && (
          <>
            <ImportChoices
              name={file.name}
              sheets={file.info.sheets}
              placed={placed}
              counts={counts}
              detected={file.info.encoding}
              texts={t}
              onSheet={imported.setSheet}
              onHeader={imported.setHeader}
              onDepth={imported.setDepth}
              onEncoding={imported.setEncoding}
              onChoose={imported.choose}
            />
            <ImportMapping
              titles={placed.titles}
              mapping={placed.mapping}
              matches={placed.matches}
              columns={columns}
              texts={t}
              hasScheme={imported.scheme !== undefined}
              onAssign={imported.assign}
              onForget={imported.forgetScheme}
            />
            <div className="dgi-head" role="status">
              {checkResult()}
              {bad + converted > 0 && !busy && (
                <Segmented<PreviewFilter>
                  size="small"
                  value={shownFilter}
                  onChange={setFilter}
                  options={[
                    { value: "all", label: t.allRows },
                    ...(bad > 0 ? [{ value: "bad" as const, label: t.badRows(bad) }] : []),
                    ...(converted > 0
                      ? [{ value: "converted" as const, label: t.convertedRows(converted) }]
                      : []),
                  ]}
                />
              )}
              {bad > 0 && !busy && (
                <Button type="link" size="small" onClick={() => void downloadBad()}>
                  {t.downloadBad}
                </Button>
              )}
            </div>
            <p className="dgi-hint">
              {skipped > 0 && <>{t.skipped(skipped)} </>}
              {t.editHint}
            </p>
            <ImportPreview
              id={id}
              file={file}
              columns={filled}
              texts={t}
              gridTexts={gridTexts}
              filter={shownFilter}
              isIncomplete={missing}
              version={imported.version}
              onEdit={edit}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
