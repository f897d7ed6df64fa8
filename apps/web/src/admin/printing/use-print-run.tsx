import { labelAccess } from "@shotkeeper/contract/carrier";
import {
  type Driver,
  type PrintOptions,
  type PrintResult,
  randomId,
  type UnsureLabels,
} from "@shotkeeper/label-print";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { serverNow } from "@shotkeeper/ui/time";
import { App } from "antd";
import { useState } from "react";
import { printerOf, usePrintChoice, waybillKind, wayOf } from "./print-choice.ts";
import { beginJob, type PrintJob, recorder } from "./print-journal.ts";
import { whileRunning } from "./running-jobs.ts";
import { useAskUnsure } from "./use-ask-unsure.tsx";
import { type Parcel, printWaybills } from "./waybills.ts";

/** Labels to print, with their size and paper. */
interface Labels extends Pick<PrintJob, "size" | "paper"> {
  readonly parcels: readonly Parcel[];
}

interface Outcome {
  readonly result?: PrintResult;
  /** Reason of the failure as text for the user. Undefined if all labels were accepted. */
  readonly failure?: string;
}

/**
 * Returns a function that prints labels of parcels, the state of the printing, and a function that cancels the
 * printing.
 */
export function usePrintRun() {
  const client = useClient();
  const locale = useLocale();
  const { printing: words } = locale;
  const t = words.waybill;
  const { modal } = App.useApp();
  const askUnsure = useAskUnsure();
  const choice = usePrintChoice();
  const [isWaiting, setWaiting] = useState(false);
  const [isSimulated, setSimulated] = useState(false);
  const [stop, setStop] = useState<AbortController>();

  const askRetry = (reason: string) =>
    new Promise<boolean>((resolve) => {
      modal.confirm({
        title: t.code[14],
        content: t.check(reason),
        okText: words.retry,
        cancelText: locale.shell.common.cancel,
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });

  /**
   * Prints labels. With `isRecorded`, adds the job to the list of print jobs and then calls `onBegin`. A preview or a
   * saved file is not recorded.
   */
  async function print(
    { parcels, size, paper }: Labels,
    driver: Driver,
    options: PrintOptions,
    isRecorded: boolean,
    onBegin: () => void = () => {},
  ): Promise<Outcome> {
    const running = new AbortController();
    const jobId = randomId();
    const kind = waybillKind(paper);
    const [way, printer] = [wayOf(choice, kind), printerOf(choice, kind)];
    try {
      const access = await client.run(labelAccess, {});
      setSimulated(access.carrier === "simulated");
      if (isRecorded) {
        setStop(running);
        const waiting = parcels.map(({ waybill, receiver, phone, place, orderNos }) => {
          const parcel = { waybill, receiver, phone, place, orderNos };
          return { ...parcel, state: "waiting" as const };
        });
        beginJob({ id: jobId, at: serverNow(), way, printer, size, paper, parcels: waiting });
        onBegin();
      }
      const job = {
        access,
        driver,
        printer,
        parcels,
        size,
        requestId: `waybills-${serverNow()}`,
        options: { ...options, pageType: paper, jobId },
        signal: running.signal,
        onLabel: isRecorded ? recorder(jobId) : () => {},
        retry: askRetry,
        unsure: (_: string, { from, to, total }: UnsureLabels) =>
          askUnsure(words.unsure(from, to, total), words.unsureHint),
      };
      const result = await whileRunning(jobId, () => printWaybills(job));
      if (result.code === 1 || result.code === 15) return { result };
      if (running.signal.aborted) return { result, failure: words.cancelled };
      const said = result.detail ?? (result.code === 14 ? "" : result.msg);
      const what = t.code[result.code];
      return { result, failure: said === "" ? what : t.because(what, said) };
    } catch (cause) {
      return { failure: messageOf(cause, locale) };
    } finally {
      setStop(undefined);
      setWaiting(false);
    }
  }

  return {
    print,
    isSimulated,
    /** True while printing waits for the print plug-in. */
    isWaiting,
    waiting: { onWaiting: () => setWaiting(true) },
    /** Cancels printing. Undefined if nothing is being printed. */
    cancel: stop && (() => stop.abort()),
  };
}
