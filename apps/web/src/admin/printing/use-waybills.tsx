import { labelAccess, orderWaybill } from "@shotkeeper/contract/carrier";
import { shipOrders } from "@shotkeeper/contract/shop";
import { browserDriver, type Driver, type PrintOptions, type UnsureLabels } from "@shotkeeper/label-print";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { serverNow } from "@shotkeeper/ui/time";
import { App, Button } from "antd";
import { useRef, useState } from "react";
import { type Line, outcomeOf, type ParcelOrder, parcelsOf } from "./parcels.ts";
import { driverOf, pdfDriver, printerOf, usePrintChoice } from "./print-choice.ts";
import { printWaybills } from "./waybills.ts";

const unfinished = (l: Line) => outcomeOf(l) !== "printed" && outcomeOf(l) !== "saved";

/**
 * Returns state and actions of the waybill dialog, which ships parcels and then prints their labels. If a step fails,
 * the results of earlier steps are kept.
 */
export function useWaybills(orders: readonly ParcelOrder[]) {
  const client = useClient();
  const locale = useLocale();
  const { printing: words } = locale;
  const t = words.waybill;
  const { modal } = App.useApp();
  const invalidate = useInvalidateData();
  const choice = usePrintChoice();
  const [merge, setMerge] = useState(true);
  const [lines, setLines] = useState<readonly Line[]>(() => parcelsOf(orders, true));
  const [busy, setBusy] = useState<"ship" | "pdf" | "preview">();
  const [failure, setFailure] = useState<string>();
  const [begun, setBegun] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [stop, setStop] = useState<AbortController>();
  const [isSimulated, setSimulated] = useState(false);
  // Ref to the latest parcels, because the loop in `ship` runs longer than the render that started it.
  const latest = useRef(lines);
  const keep = (next: readonly Line[]) => {
    latest.current = next;
    setLines(next);
  };
  const change = (first: string | undefined, to: Partial<Line>) =>
    keep(latest.current.map((l) => (l.orderNos[0] === first ? { ...l, ...to } : l)));

  const waiting = { onWaiting: () => setWaiting(true) };

  async function ship(): Promise<void> {
    for (const { orderNos, shipped, waybill } of latest.current) {
      if (shipped) continue;
      const [first] = orderNos;
      change(first, { working: true });
      try {
        const { expressNo, carrier } = await client.run(orderWaybill, { orderNos });
        await client.run(shipOrders, { orderNos, carrier, expressNo });
        change(first, { working: false, shipped: true, fresh: true, waybill: expressNo });
      } catch (cause) {
        change(first, { working: false, waybill, failure: messageOf(cause, locale) });
      }
    }
    invalidate();
  }

  /**
   * Prints, saves or previews the labels of shipped parcels, depending on the driver. Stores in each parcel how its
   * label was output: `out` is "printed" or "saved". A preview has no `out` and changes no parcel.
   */
  async function print(
    chosen: readonly Line[],
    driver: Driver,
    out: NonNullable<Line["out"]> | undefined,
    options: PrintOptions,
  ): Promise<void> {
    if (chosen.length === 0) return;
    try {
      const access = await client.run(labelAccess, {});
      setSimulated(access.carrier === "simulated");
      const running = new AbortController();
      if (out) setStop(running);
      const result = await printWaybills({
        access,
        driver,
        printer: printerOf(choice),
        signal: running.signal,
        onLabel: () => setWaiting(false),
        unsure: (_, labels) => askUnsure(labels),
        parcels: chosen,
        size: choice.waybillSize,
        requestId: `waybills-${serverNow()}`,
        options: { ...options, pageType: choice.waybillPaper },
        retry: (reason) =>
          new Promise((resolve) => {
            modal.confirm({
              title: t.code[14],
              content: t.check(reason),
              okText: words.retry,
              cancelText: locale.shell.common.cancel,
              onOk: () => resolve(true),
              onCancel: () => resolve(false),
            });
          }),
      });
      if (out) for (const { orderNos } of chosen.slice(0, result.documents)) change(orderNos[0], { out });
      if (result.code === 1 || result.code === 15) return;
      if (running.signal.aborted) return setFailure(words.cancelled);
      const said = result.detail ?? (result.code === 14 ? "" : result.msg);
      const what = t.code[result.code];
      setFailure(said === "" ? what : t.because(what, said));
    } catch (cause) {
      setFailure(messageOf(cause, locale));
    } finally {
      setStop(undefined);
      setWaiting(false);
    }
  }

  /** Asks the user whether labels that may be on paper are printed again. */
  const askUnsure = ({ from, to, total }: UnsureLabels) =>
    new Promise<"again" | "printed" | "stop">((resolve) => {
      const answer = (value: "again" | "printed" | "stop") => () => {
        dialog.destroy();
        resolve(value);
      };
      const dialog = modal.confirm({
        title: words.unsure(from, to, total),
        content: words.unsureHint,
        onCancel: answer("stop"),
        footer: () => (
          <>
            <Button onClick={answer("stop")}>{words.stop}</Button>
            <Button onClick={answer("printed")}>{words.onPaper}</Button>
            <Button type="primary" onClick={answer("again")}>
              {words.printAgain}
            </Button>
          </>
        ),
      });
    });

  async function doing(what: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } finally {
      setBusy(undefined);
    }
  }

  const shipped = () => latest.current.filter((l) => l.shipped);
  return {
    lines,
    busy,
    failure,
    begun,
    isSimulated,
    isWaiting,
    /** Cancels printing. Undefined if nothing is being printed. */
    cancel: stop && (() => stop.abort()),
    merge,
    setMerge: (to: boolean) => {
      setMerge(to);
      keep(parcelsOf(orders, to));
    },
    /**
     * Ships the parcels that are not shipped yet, then prints the labels that were not printed yet. If all labels
     * were printed, prints all of them again.
     */
    run: () =>
      doing("ship", async () => {
        setBegun(true);
        const again = latest.current.every((l) => !unfinished(l));
        await ship();
        const chosen = shipped().filter((l) => again || unfinished(l));
        await print(chosen, driverOf(choice, locale, waiting), "printed", {});
      }),
    savePdf: () => doing("pdf", () => print(shipped(), pdfDriver, "saved", {})),
    preview: () =>
      doing("preview", () =>
        print(shipped(), browserDriver({ texts: t.pages }), undefined, {
          lodopFn: "PREVIEW",
          allPreview: true,
        }),
      ),
    unfinished: lines.filter(unfinished).length,
  };
}
