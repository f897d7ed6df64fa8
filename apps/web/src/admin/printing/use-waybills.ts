import { orderWaybill } from "@shotkeeper/contract/carrier";
import { shipOrders } from "@shotkeeper/contract/shop";
import { browserDriver, type Driver, type PrintOptions } from "@shotkeeper/label-print";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { useRef, useState } from "react";
import { type Line, outcomeOf, outputOf, type ParcelOrder, parcelsOf } from "./parcels.ts";
import { driverOf, pdfDriver, usePrintChoice, waybillKind } from "./print-choice.ts";
import { usePrintRun } from "./use-print-run.tsx";

const unfinished = (l: Line) => !["printed", "unsure", "saved"].includes(outcomeOf(l));

/**
 * Returns state and actions of the waybill dialog, which ships parcels and then prints their labels. If a step fails,
 * the results of earlier steps are kept.
 */
export function useWaybills(orders: readonly ParcelOrder[]) {
  const client = useClient();
  const locale = useLocale();
  const { printing: words } = locale;
  const t = words.waybill;
  const run = usePrintRun();
  const invalidate = useInvalidateData();
  const choice = usePrintChoice();
  const [merge, setMerge] = useState(true);
  const [lines, setLines] = useState<readonly Line[]>(() => parcelsOf(orders, true));
  const [busy, setBusy] = useState<"ship" | "pdf" | "preview">();
  const [failure, setFailure] = useState<string>();
  const [begun, setBegun] = useState(false);
  // Ref to the latest parcels, because the loop in `ship` runs longer than the render that started it.
  const latest = useRef(lines);
  const keep = (next: readonly Line[]) => {
    latest.current = next;
    setLines(next);
  };
  const change = (first: string | undefined, to: Partial<Line>) =>
    keep(latest.current.map((l) => (l.orderNos[0] === first ? { ...l, ...to } : l)));

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
   * label was output. `out` is "printed" or "saved". A preview has no `out` and changes no parcel.
   */
  async function print(
    chosen: readonly Line[],
    driver: Driver,
    out: "printed" | "saved" | undefined,
    options: PrintOptions,
  ): Promise<void> {
    if (chosen.length === 0) return;
    const { result, failure: said } = await run.print(
      { parcels: chosen, size: choice.waybillSize, paper: choice.waybillPaper },
      driver,
      options,
      out === "printed",
    );
    if (out && result)
      for (const [n, { orderNos }] of chosen.entries()) {
        const output = outputOf(result.report, n);
        if (output) change(orderNos[0], { out: output === "unsure" ? output : out });
      }
    setFailure(said);
  }

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
    isSimulated: run.isSimulated,
    isWaiting: run.isWaiting,
    cancel: run.cancel,
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
        const driver = driverOf(choice, waybillKind(choice.waybillPaper), locale, run.waiting);
        await print(chosen, driver, "printed", {});
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
