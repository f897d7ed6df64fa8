import {
  browserDriver,
  type Driver,
  type PageType,
  pagesPdf,
  plugInDriver,
  printServiceDriver,
} from "@shotkeeper/label-print";
import type { Locale } from "@shotkeeper/locales";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { saveBlob } from "../../save-blob.ts";
import { measure } from "./measure.ts";
import type { WaybillSize } from "./waybills.ts";

/** Printing settings. The browser stores them, because printers belong to a computer and not to a user. */
interface PrintChoice {
  readonly way: "browser" | "service" | "plugIn";
  /** Token that the print service on this computer returned when it was paired. "" if it is not paired. */
  readonly token: string;
  readonly printer: string | undefined;
  /** Printer of the print plug-in. The plug-in may name the printers differently. */
  readonly plugInPrinter: string | undefined;
  readonly waybillSize: WaybillSize;
  readonly waybillPaper: PageType;
}

export const usePrintChoice = create<PrintChoice>()(
  persist(
    (): PrintChoice => ({
      way: "browser",
      token: "",
      printer: undefined,
      plugInPrinter: undefined,
      waybillSize: "150",
      waybillPaper: "",
    }),
    { name: "shotkeeper.print", storage: createJSONStorage(() => localStorage) },
  ),
);

type Words = Pick<Locale, "printing" | "code">;

/** Returns the texts and the language in which the driver of the print service shows messages. */
export const spoken = ({ printing: texts, code }: Words) => ({ texts, language: code.replace("_", "-") });

export const serviceDriver = (token: string, words: Words): Driver =>
  printServiceDriver({ token, ...spoken(words) });

interface Waiting {
  /** Called if the print plug-in is not ready after some seconds. Printing waits for it. */
  readonly onWaiting?: () => void;
}

export function driverOf({ way, token }: PrintChoice, words: Words, waiting: Waiting = {}): Driver {
  if (way === "plugIn") return plugInDriver(waiting);
  return way === "service" ? serviceDriver(token, words) : browserDriver();
}

/** Returns the printer chosen for the chosen way of printing. */
export const printerOf = ({ way, printer, plugInPrinter }: PrintChoice): string | undefined =>
  way === "plugIn" ? plugInPrinter : printer;

/** Print driver that saves all pages as one PDF file instead of printing them. */
export const pdfDriver: Driver = {
  ...browserDriver(),
  name: "pdf",
  async print(pages, { jobName, signal }) {
    saveBlob(await pagesPdf(pages, { measure: measure(), signal }), `${jobName}.pdf`);
  },
};
