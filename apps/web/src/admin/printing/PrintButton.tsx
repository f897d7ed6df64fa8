import { PrinterOutlined, SettingOutlined } from "@ant-design/icons";
import type { Page } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { App, Button, Space, Tooltip } from "antd";
import { useState } from "react";
import { PrintSettings } from "./PrintSettings.tsx";
import { driverOf, usePrintChoice } from "./print-choice.ts";

interface PrintButtonProps {
  /** Made when it is printed, not before. */
  readonly pages: () => readonly Page[];
  readonly jobName: string;
  readonly disabled?: boolean;
}

/** Prints pages the way this computer prints: by the browser's dialog, or by the print service without one. */
export function PrintButton({ pages, jobName, disabled = false }: PrintButtonProps) {
  const { frame, printing: t } = useLocale();
  const { message, modal } = App.useApp();
  const choice = usePrintChoice();
  const [isSetting, setSetting] = useState(false);
  const [isSending, setSending] = useState(false);

  async function print(): Promise<void> {
    const driver = driverOf(choice, t);
    const list = pages();
    const { signal } = new AbortController();
    // The browser's dialog says itself how it stands; the service has no screen.
    setSending(choice.way === "service");
    try {
      await driver.ready(signal);
      await driver.print(list, { jobName, printer: choice.printer, signal });
      if (choice.way === "service") void message.success(t.sent(list.length));
    } catch (cause) {
      modal.confirm({
        title: t.failed,
        content: cause instanceof Error ? cause.message : String(cause),
        okText: t.retry,
        cancelText: frame.common.cancel,
        onOk: () => void print(),
      });
    } finally {
      setSending(false);
    }
  }

  return (
    <Space.Compact>
      <Button
        type="primary"
        icon={<PrinterOutlined />}
        loading={isSending}
        disabled={disabled}
        onClick={() => void print()}
      >
        {frame.common.print}
      </Button>
      <Tooltip title={t.settings}>
        <Button icon={<SettingOutlined />} aria-label={t.settings} onClick={() => setSetting(true)} />
      </Tooltip>
      {isSetting && <PrintSettings onClose={() => setSetting(false)} />}
    </Space.Compact>
  );
}
