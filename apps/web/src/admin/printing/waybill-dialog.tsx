import {
  EyeOutlined,
  FilePdfOutlined,
  HistoryOutlined,
  PrinterOutlined,
  SettingOutlined,
} from "@ant-design/icons";
import type { PageType } from "@shotkeeper/label-print";
import { type Tone, ToneTag, useLocale } from "@shotkeeper/ui/app";
import { labelOf } from "@shotkeeper/ui/cells";
import { Alert, Button, Checkbox, Modal, Select, Tooltip } from "antd";
import { useState } from "react";
import { type Outcome, outcomeOf, type ParcelOrder } from "./parcels.ts";
import { usePrintChoice, waybillKind } from "./print-choice.ts";
import { PrintJobs } from "./print-jobs.tsx";
import { PrintSettings } from "./print-settings.tsx";
import { useWaybills } from "./use-waybills.ts";
import type { WaybillSize } from "./waybills.ts";
import "./waybill.css";

const tones: Readonly<Record<Outcome, Tone>> = {
  waiting: "neutral",
  working: "info",
  failed: "bad",
  sent: "neutral",
  shipped: "attention",
  printed: "good",
  unsure: "unsure",
  saved: "good",
};

const sizes: readonly (readonly [WaybillSize, string])[] = [
  ["150", "100 × 150 mm"],
  ["180", "100 × 180 mm"],
  ["210", "100 × 210 mm"],
  ["76130", "76 × 130 mm"],
];

interface WaybillDialogProps {
  readonly orders: readonly ParcelOrder[];
  readonly onClose: () => void;
}

/**
 * Dialog that ships several orders: it orders a waybill number, marks the orders as shipped and prints the labels. The
 * dialog shows the outcome of each parcel.
 */
export function WaybillDialog({ orders, onClose }: WaybillDialogProps) {
  const locale = useLocale();
  const t = locale.printing.waybill;
  const w = useWaybills(orders);
  const { waybillSize, waybillPaper } = usePrintChoice();
  const [isSetting, setSetting] = useState(false);
  const [hasJobs, setJobs] = useState(false);
  const { lines, unfinished, busy } = w;
  const open = lines.filter((l) => !l.shipped).length;
  const unprinted = lines.filter((l) => l.shipped && l.out === undefined).length;
  const isDone = lines.every((l) => ["printed", "saved"].includes(outcomeOf(l)));
  const nothing = lines.every((l) => !l.shipped);
  const main =
    unfinished === 0
      ? t.again(lines.length)
      : w.begun
        ? t.retry(unfinished)
        : open > 0
          ? t.start(lines.length)
          : t.print(lines.length);
  return (
    <Modal
      open
      title={t.title(orders.length)}
      width={880}
      onCancel={() => !busy && onClose()}
      closable={!busy}
      mask={{ closable: false }}
      footer={
        <div className="sk-waybill-foot">
          <Tooltip title={locale.printing.settings}>
            <Button
              icon={<SettingOutlined />}
              aria-label={locale.printing.settings}
              onClick={() => setSetting(true)}
            />
          </Tooltip>
          <Tooltip title={locale.printing.jobs.title}>
            <Button
              icon={<HistoryOutlined />}
              aria-label={locale.printing.jobs.title}
              onClick={() => setJobs(true)}
            />
          </Tooltip>
          <span />
          {w.cancel ? (
            <Button danger onClick={w.cancel}>
              {locale.printing.cancelPrinting}
            </Button>
          ) : (
            <Button disabled={Boolean(busy)} onClick={onClose}>
              {locale.shell.common.close}
            </Button>
          )}
          <Tooltip title={nothing ? t.notYet : undefined}>
            <Button
              icon={<EyeOutlined />}
              disabled={nothing || Boolean(busy)}
              onClick={() => void w.preview()}
            >
              {t.preview}
            </Button>
          </Tooltip>
          <Tooltip title={nothing ? t.notYet : undefined}>
            <Button
              icon={<FilePdfOutlined />}
              loading={busy === "pdf"}
              disabled={nothing || Boolean(busy)}
              onClick={() => void w.savePdf()}
            >
              {locale.printing.pdf}
            </Button>
          </Tooltip>
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            loading={busy === "ship"}
            disabled={Boolean(busy)}
            onClick={() => void w.run()}
          >
            {main}
          </Button>
        </div>
      }
    >
      <p className="sk-faint">{t.lead}</p>
      <div className="sk-waybill-options">
        <Select<WaybillSize>
          aria-label={t.size}
          value={waybillSize}
          onChange={(size) => usePrintChoice.setState({ waybillSize: size })}
          options={sizes.map(([value, label]) => ({ value, label }))}
        />
        <Select<PageType>
          aria-label={t.paper}
          value={waybillPaper}
          onChange={(paper) => usePrintChoice.setState({ waybillPaper: paper })}
          options={[
            { value: "", label: t.papers.label },
            { value: "A4", label: t.papers.A4 },
            { value: "A4_copy", label: t.papers.A4_copy },
          ]}
        />
        <Checkbox
          checked={w.merge}
          disabled={w.begun || open === 0}
          onChange={(e) => w.setMerge(e.target.checked)}
        >
          {t.merge}
        </Checkbox>
      </div>
      <div className="sk-waybill-said">
        {w.failure !== undefined && (
          <Alert
            type="error"
            showIcon
            title={w.failure}
            description={unprinted > 0 ? t.kept(unprinted) : undefined}
          />
        )}
        {w.isWaiting && <Alert type="warning" showIcon title={locale.printing.plugInWaiting} />}
        {w.isSimulated && <Alert type="info" showIcon title={t.simulated} />}
        {w.begun && isDone && <Alert type="success" showIcon title={t.allDone(lines.length)} />}
      </div>
      <div className="sk-waybill-lines">
        <table>
          <thead>
            <tr>
              <th>{t.orders}</th>
              <th>{t.receiver}</th>
              <th>{labelOf("expressNo", locale)}</th>
              <th>{t.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((l) => {
              const outcome = outcomeOf(l);
              return (
                <tr key={l.orderNos[0]} data-outcome={outcome}>
                  <td>{l.orderNos.join(" ")}</td>
                  <td>
                    {l.receiver} {l.phone}
                    <small>{l.place}</small>
                  </td>
                  <td>{l.waybill || "–"}</td>
                  <td>
                    <ToneTag tone={tones[outcome]}>{t.step[outcome]}</ToneTag>
                    {outcome === "failed" && <small role="alert">{l.failure}</small>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {hasJobs && <PrintJobs onClose={() => setJobs(false)} />}
      {isSetting && <PrintSettings kind={waybillKind(waybillPaper)} onClose={() => setSetting(false)} />}
    </Modal>
  );
}
