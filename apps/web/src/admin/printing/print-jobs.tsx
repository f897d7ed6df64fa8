import { type LabelState, printServiceJobs, type ServiceJob } from "@shotkeeper/label-print";
import { type Tone, ToneTag, useLocale } from "@shotkeeper/ui/app";
import { labelOf } from "@shotkeeper/ui/cells";
import { serverNow, wallTime } from "@shotkeeper/ui/time";
import { Alert, Button, Modal } from "antd";
import { useCallback, useEffect, useState } from "react";
import { driverOf, isByService, spoken, usePrintChoice, waybillKind, wayOf } from "./print-choice.ts";
import {
  forgetOldJobs,
  lostJobs,
  moveParcels,
  type PrintJob,
  setStates,
  usePrintJournal,
  withService,
} from "./print-journal.ts";
import { runningJobs } from "./running-jobs.ts";
import { usePrintRun } from "./use-print-run.tsx";
import "./waybill.css";

const tones: Readonly<Record<LabelState, Tone>> = {
  waiting: "neutral",
  sent: "info",
  printed: "good",
  failed: "bad",
  unsure: "unsure",
};
const states: readonly LabelState[] = ["waiting", "sent", "printed", "failed", "unsure"];

/** Milliseconds between two queries of the print service. */
const poll = 2000;

/**
 * Dialog with the print jobs of this browser and the state of each label. Users can continue or cancel a job, or print
 * labels again.
 */
export function PrintJobs({ onClose }: { readonly onClose: () => void }) {
  const locale = useLocale();
  const { printing: t, shell } = locale;
  const choice = usePrintChoice();
  const { jobs } = usePrintJournal();
  const [atService, setAtService] = useState<readonly ServiceJob[]>();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string>();
  /** Reason why the print service did not list its jobs. Undefined: the service listed its jobs. */
  const [silence, setSilence] = useState<string>();
  const run = usePrintRun();
  const ways = [...jobs.map((j) => j.way), wayOf(choice, waybillKind(choice.waybillPaper))];
  const hasService = choice.token !== "" && ways.some(isByService);

  /** Returns the jobs of the print service. Returns undefined if the service does not answer. */
  const listed = useCallback(async () => {
    const service = printServiceJobs({ token: choice.token, ...spoken(locale) });
    try {
      const found = await service.list();
      setAtService(found);
      setSilence(undefined);
      return found;
    } catch (cause) {
      setSilence(cause instanceof Error ? cause.message : String(cause));
      return undefined;
    }
  }, [choice.token, locale]);

  const refresh = useCallback(async () => {
    setRunning(await runningJobs());
    if (hasService) await listed();
  }, [hasService, listed]);

  useEffect(() => {
    forgetOldJobs(serverNow());
    void refresh();
    const timer = setInterval(() => void refresh(), poll);
    return () => clearInterval(timer);
  }, [refresh]);

  /** Performs an action on those jobs of the print service that belong to `job` and have one of the states `wanted`. */
  async function atPrintService(
    job: PrintJob,
    action: "reprint" | "settle" | "cancel",
    wanted: readonly ServiceJob["state"][],
  ): Promise<void> {
    const service = printServiceJobs({ token: choice.token, ...spoken(locale) });
    setFailure(undefined);
    // Asks the service for its jobs again, because the last list may be missing or old. If the service does not answer,
    // the dialog shows the reason.
    const all = (await listed()) ?? [];
    const found = all.filter((j) => j.key.startsWith(`${job.id}/`) && wanted.includes(j.state));
    try {
      for (const { id } of found) await service[action](id);
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : String(cause));
    }
    await refresh();
  }

  /**
   * Prints those labels of a job that have one of the states `wanted`, as a new job with the size and paper of the old
   * one. With `isMoved`, the old job loses these labels. Otherwise both jobs have them, because they are printed a
   * second time.
   */
  async function print(job: PrintJob, wanted: readonly LabelState[], isMoved: boolean): Promise<void> {
    setFailure(undefined);
    const now = await runningJobs();
    setRunning(now);
    if (now.has(job.id)) return;
    const kind = waybillKind(job.paper);
    // If the job was printed through the print service and the user prints through it now too, first asks the service
    // which labels it has received. Otherwise labels could be printed twice: a browser that was killed has lost the
    // states of its last seconds. Prints nothing if the service does not answer.
    const isAsked = isByService(job.way) && isByService(wayOf(choice, kind));
    const atNow = isAsked ? await listed() : atService;
    if (isAsked && !atNow) return;
    const parcels = withService(job, atNow).parcels.filter((p) => wanted.includes(p.state));
    if (parcels.length === 0) return refresh();
    const onBegin = () => isMoved && moveParcels(job.id, new Set(parcels.map((p) => p.waybill)));
    const driver = driverOf(choice, kind, locale, run.waiting);
    const outcome = await run.print({ parcels, size: job.size, paper: job.paper }, driver, {}, true, onBegin);
    setFailure(outcome.failure);
    await refresh();
  }

  function settle(job: PrintJob, isPrinted: boolean): void {
    if (isByService(job.way)) void atPrintService(job, isPrinted ? "settle" : "reprint", ["unsure"]);
    else if (isPrinted)
      setStates(job.id, (_, at) => (job.parcels[at]?.state === "unsure" ? "printed" : undefined));
    else void print(job, ["unsure"], true);
  }

  const lost = lostJobs(jobs, atService, serverNow());
  const shown = [...lost, ...jobs.map((j) => withService(j, atService))];
  return (
    <Modal
      open
      title={t.jobs.title}
      width={760}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{shell.common.close}</Button>}
    >
      <p className="sk-faint">{t.jobs.lead}</p>
      {(failure ?? silence) !== undefined && <Alert type="error" showIcon title={failure ?? silence} />}
      {run.isWaiting && <Alert type="warning" showIcon title={t.plugInWaiting} />}
      {shown.length === 0 && <p>{t.jobs.none}</p>}
      {shown.map((job) => {
        const count = (...of: LabelState[]) => job.parcels.filter((p) => of.includes(p.state)).length;
        const [left, unsure, printed] = [count("waiting", "failed"), count("unsure"), count("printed")];
        const isBusy = run.cancel !== undefined || running.has(job.id);
        const ways = { browser: t.browser, service: t.service, thermal: t.thermal, plugIn: t.plugIn };
        return (
          <section key={job.id} className="sk-print-job">
            <header>
              <strong>{wallTime(job.at).slice(0, 16)}</strong>
              <span>{job.printer ?? ways[job.way]}</span>
              {states.map((s) => {
                const n = count(s);
                return n > 0 && <ToneTag key={s} tone={tones[s]}>{`${t.jobs.state[s]} ${n}`}</ToneTag>;
              })}
            </header>
            {job.isLost && <Alert type="info" showIcon title={t.jobs.lost} />}
            {unsure > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t.jobs.unsure(unsure)}
                description={
                  <>
                    {t.unsureHint}
                    <div className="sk-print-actions">
                      <Button size="small" disabled={isBusy} onClick={() => settle(job, true)}>
                        {t.onPaper}
                      </Button>
                      <Button size="small" disabled={isBusy} onClick={() => settle(job, false)}>
                        {t.printAgain}
                      </Button>
                    </div>
                  </>
                }
              />
            )}
            <div className="sk-print-actions">
              {job.isLost && left + printed > 0 && (
                <Button
                  size="small"
                  onClick={() => void atPrintService(job, "reprint", ["done", "failed", "cancelled"])}
                >
                  {t.jobs.again(left + printed)}
                </Button>
              )}
              {!job.isLost && left > 0 && (
                <Button
                  size="small"
                  type="primary"
                  disabled={isBusy}
                  onClick={() => void print(job, ["waiting", "failed"], true)}
                >
                  {t.jobs.rest(left)}
                </Button>
              )}
              {!job.isLost && printed > 0 && (
                <Button size="small" disabled={isBusy} onClick={() => void print(job, ["printed"], false)}>
                  {t.jobs.again(printed)}
                </Button>
              )}
              {isByService(job.way) && count("sent") > 0 && (
                <Button
                  size="small"
                  danger
                  onClick={() => void atPrintService(job, "cancel", ["waiting", "held", "printing"])}
                >
                  {t.cancelPrinting}
                </Button>
              )}
            </div>
            <details>
              <summary>{t.jobs.labels(job.parcels.length)}</summary>
              <div className="sk-waybill-lines">
                <table>
                  <thead>
                    <tr>
                      <th>{t.waybill.orders}</th>
                      <th>{t.waybill.receiver}</th>
                      <th>{labelOf("expressNo", locale)}</th>
                      <th>{t.waybill.outcome}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {job.parcels.map((p) => (
                      <tr key={p.waybill}>
                        <td>{p.orderNos.join(" ")}</td>
                        <td>{p.receiver}</td>
                        <td>{p.waybill}</td>
                        <td>
                          <ToneTag tone={tones[p.state]}>{t.jobs.state[p.state]}</ToneTag>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </section>
        );
      })}
      {run.cancel && (
        <Button danger onClick={run.cancel}>
          {t.cancelPrinting}
        </Button>
      )}
    </Modal>
  );
}
