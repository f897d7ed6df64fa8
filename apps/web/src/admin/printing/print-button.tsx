import { PrinterOutlined, SettingOutlined } from "@ant-design/icons";
import type { Driver, Page } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { App, Button, Space, Tooltip } from "antd";
import { useState } from "react";
import { driverOf, pdfDriver, printerOf, usePrintChoice } from "./print-choice.ts";
import { PrintSettings } from "./print-settings.tsx";

interface PrintButtonProps {
  /** Makes the pages to print. Called only after a click on the button, because making pages takes time. */
  readonly pages: () => readonly Page[] | Promise<readonly Page[]>;
  readonly jobName: string;
  /** Text of the button. Needed if "Print" alone would be ambiguous. */
  readonly label?: string;
  readonly disabled?: boolean;
}

/** Button that prints pages in the way chosen for this computer: through the browser or the local print service. */
export function PrintButton({ pages, jobName, label, disabled = false }: PrintButtonProps) {
  const locale = useLocale();
  const { shell, printing: t } = locale;
  const { message, modal } = App.useApp();
  const choice = usePrintChoice();
  const [isSetting, setSetting] = useState(false);
  const [isSending, setSending] = useState(false);

  const waiting = { onWaiting: () => void message.warning(t.plugInWaiting) };
  async function print(driver: Driver): Promise<void> {
    const { signal } = new AbortController();
    setSending(true);
    try {
      const list = await pages();
      // Stops the button's loading sign, because the browser now shows its own print dialog. The print service shows no
      // dialog, so the sign stays until it has answered.
      if (driver.name === "browser") setSending(false);
      await driver.ready(signal);
      await driver.print(list, { jobName, printer: printerOf(choice), signal });
      if (driver.name !== "browser") void message.success(t.sent(list.length));
    } catch (cause) {
      const dialog = modal.confirm({
        title: t.failed,
        content: cause instanceof Error ? cause.message : String(cause),
        okText: t.retry,
        cancelText: shell.common.cancel,
        onOk: () => void print(driver),
        footer: (_, { OkBtn, CancelBtn }) => (
          <>
            <CancelBtn />
            <Button
              onClick={() => {
                dialog.destroy();
                void print(pdfDriver);
              }}
            >
              {t.pdf}
            </Button>
            <OkBtn />
          </>
        ),
      });
    } finally {
      setSending(false);
    }
  }

  return (
    <Space.Compact>
      <Button
        type={label === undefined ? "primary" : "default"}
        icon={<PrinterOutlined />}
        loading={isSending}
        disabled={disabled}
        onClick={() => void print(driverOf(choice, locale, waiting))}
      >
        {label ?? shell.common.print}
      </Button>
      <Tooltip title={t.settings}>
        <Button icon={<SettingOutlined />} aria-label={t.settings} onClick={() => setSetting(true)} />
      </Tooltip>
      {isSetting && <PrintSettings onClose={() => setSetting(false)} />}
    </Space.Compact>
  );
}
