import { ControlOutlined, PrinterOutlined } from "@ant-design/icons";
import { type Driver, type Page, randomId } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { App, Button, Space, Tooltip } from "antd";
import { useState } from "react";
import { driverOf, type PrintKind, pdfDriver, printerOf, usePrintChoice } from "./print-choice.ts";
import { printPages } from "./print-pages.ts";
import { PrintSettings } from "./print-settings.tsx";
import { useAskUnsure } from "./use-ask-unsure.tsx";

interface PrintButtonProps {
  /** Makes the pages to print. Called only after a click on the button, because making pages takes time. */
  readonly pages: () => readonly Page[] | Promise<readonly Page[]>;
  readonly jobName: string;
  readonly kind: PrintKind;
  /** Text of the button. Needed if "Print" alone would be ambiguous. */
  readonly label?: string;
  readonly disabled?: boolean;
}

/** Button that prints pages in the way that is chosen for this computer and this kind of paper. */
export function PrintButton({ pages, jobName, kind, label, disabled = false }: PrintButtonProps) {
  const locale = useLocale();
  const { shell, printing: t } = locale;
  const { message, modal } = App.useApp();
  const choice = usePrintChoice();
  const askUnsure = useAskUnsure();
  const [isSetting, setSetting] = useState(false);
  const [isSending, setSending] = useState(false);

  const waiting = { onWaiting: () => void message.warning(t.plugInWaiting) };
  /**
   * Prints the pages. `key` identifies this print job at the print service. With `isAgain`, only the pages that are
   * not printed yet are printed.
   */
  async function print(
    driver: Driver,
    key = randomId(),
    isAgain = false,
    given?: readonly Page[],
  ): Promise<void> {
    const { signal } = new AbortController();
    let list = given;
    setSending(true);
    try {
      list ??= await pages();
      // Hides the button's loading indicator, because the browser now shows its own print dialog. The print service
      // shows no dialog, so the indicator stays until the service has answered.
      if (driver.name === "browser") setSending(false);
      await driver.ready(signal);
      const push = { jobName, printer: printerOf(choice, kind), signal, key, isAgain };
      const { printed, unsure } = await printPages(driver, list, push, (...which) =>
        askUnsure(t.unsurePages(...which), t.unsurePagesHint),
      );
      if (driver.name !== "browser" && printed > 0) void message.success(t.sent(printed));
      if (unsure > 0) void message.warning(t.unconfirmed(unsure));
    } catch (cause) {
      const dialog = modal.confirm({
        title: t.failed,
        content: cause instanceof Error ? cause.message : String(cause),
        okText: t.retry,
        cancelText: shell.common.cancel,
        onOk: () => void print(driver, key, true, list),
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
        onClick={() => void print(driverOf(choice, kind, locale, waiting))}
      >
        {label ?? shell.common.print}
      </Button>
      <Tooltip title={t.settings}>
        <Button icon={<ControlOutlined />} aria-label={t.settings} onClick={() => setSetting(true)} />
      </Tooltip>
      {isSetting && <PrintSettings kind={kind} onClose={() => setSetting(false)} />}
    </Space.Compact>
  );
}
