import { useLocale } from "@shotkeeper/ui/app";
import { serverNow, wallTime } from "@shotkeeper/ui/time";
import { App, Button } from "antd";
import { useState } from "react";
import { driverOf, type PrintKind, printerOf, usePrintChoice, wayOf } from "./print-choice.ts";
import { paperOf, testPage } from "./test-page.ts";

/** Timeout of a test page, ms. */
const patience = 60_000;

/** Button that prints a test page in the chosen way on the chosen printer. */
export function TestPageButton({ kind }: { readonly kind: PrintKind }) {
  const locale = useLocale();
  const t = locale.printing;
  const { message } = App.useApp();
  const choice = usePrintChoice();
  const [isPrinting, setPrinting] = useState(false);

  async function print(): Promise<void> {
    const way = wayOf(choice, kind);
    const printer = printerOf(choice, kind);
    const signal = AbortSignal.timeout(patience);
    setPrinting(true);
    try {
      const lines = [
        printer === undefined ? t[way] : `${t[way]} · ${printer}`,
        wallTime(serverNow()).slice(0, 16),
      ];
      const page = testPage(paperOf(kind, choice.waybillSize), { title: t.testPage.title, lines });
      const driver = driverOf(choice, kind, locale);
      await driver.ready(signal);
      await driver.print([page], { jobName: t.testPage.title, printer, signal });
      if (way !== "browser") void message.success(t.testPage.sent);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      void message.error(signal.aborted ? t.testPage.silent : reason, 6);
    } finally {
      setPrinting(false);
    }
  }

  return (
    <Button loading={isPrinting} onClick={() => void print()}>
      {t.testPage.action}
    </Button>
  );
}
