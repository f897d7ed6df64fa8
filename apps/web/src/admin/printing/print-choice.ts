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

/**
 * Way to a printer. browser: the browser's print dialog. service: printer of the operating system, through the print
 * service. thermal: label printer in the network (ZPL, ESC/POS), through the print service. plugIn: the print plug-in
 * C-Lodop.
 */
export type PrintWay = "browser" | "service" | "thermal" | "plugIn";

/** Kind of paper. Each kind has its own way of printing and its own printer: a label printer prints no A4 page. */
export type PrintKind = "waybill" | "sticker" | "a4";

interface Choice {
  readonly way: PrintWay;
  /** Chosen printer for each way of printing, because each may name printers differently. Default: default printer. */
  readonly printers: Readonly<Partial<Record<PrintWay, string>>>;
}

/** Printing settings. The browser stores them, because printers belong to a computer and not to a user. */
interface PrintChoice {
  /** Token that the print service on this computer returned on pairing. "" if the service is not paired. */
  readonly token: string;
  readonly choices: Readonly<Record<PrintKind, Choice>>;
  readonly waybillSize: WaybillSize;
  readonly waybillPaper: PageType;
}

/** Settings as version 0 stored them: one way of printing and one printer for all kinds of paper. */
interface OldChoice {
  readonly way?: PrintWay;
  readonly printer?: string;
  readonly plugInPrinter?: string;
}

const forAll = (choice: Choice): PrintChoice["choices"] => ({ waybill: choice, sticker: choice, a4: choice });

/** Converts settings of version 0 to the present format. */
export function migrated(stored: unknown): object {
  const { way = "browser", printer, plugInPrinter, ...rest } = (stored ?? {}) as OldChoice;
  const printers = { ...(printer && { service: printer }), ...(plugInPrinter && { plugIn: plugInPrinter }) };
  return { ...rest, choices: forAll({ way, printers }) };
}

export const usePrintChoice = create<PrintChoice>()(
  persist(
    (): PrintChoice => ({
      token: "",
      choices: forAll({ way: "browser", printers: {} }),
      waybillSize: "150",
      waybillPaper: "",
    }),
    {
      name: "shotkeeper.print",
      storage: createJSONStorage(() => localStorage),
      version: 1,
      migrate: (stored) => migrated(stored) as PrintChoice,
    },
  ),
);

/** Returns the kind of paper for waybills. Several waybills on one A4 sheet use the printer for A4 pages. */
export const waybillKind = (paper: PageType): PrintKind => (paper === "" ? "waybill" : "a4");

export const wayOf = ({ choices }: PrintChoice, kind: PrintKind): PrintWay => choices[kind].way;

/** Returns the chosen printer for a kind of paper, in the way of printing that is chosen for this kind. */
export const printerOf = ({ choices }: PrintChoice, kind: PrintKind): string | undefined =>
  choices[kind].printers[choices[kind].way];

export function chooseWay(kind: PrintKind, way: PrintWay): void {
  usePrintChoice.setState(({ choices }) => ({ choices: { ...choices, [kind]: { ...choices[kind], way } } }));
}

export function choosePrinter(kind: PrintKind, printer: string | undefined): void {
  usePrintChoice.setState(({ choices }) => {
    const { way, printers } = choices[kind];
    return { choices: { ...choices, [kind]: { way, printers: { ...printers, [way]: printer } } } };
  });
}

/** Returns whether a way of printing uses the print service. */
export const isByService = (way: PrintWay): boolean => way === "service" || way === "thermal";

type Words = Pick<Locale, "printing" | "code">;

/** Returns the texts and the language in which the driver of the print service shows messages. */
export const spoken = ({ printing: texts, code }: Words) => ({ texts, language: code.replace("_", "-") });

export const serviceDriver = (token: string, kind: "thermal" | "system", words: Words): Driver =>
  printServiceDriver({ token, kind, ...spoken(words) });

interface Waiting {
  /** Called if the print plug-in is not ready after some seconds. Printing continues to wait for the plug-in. */
  readonly onWaiting?: () => void;
}

export function driverOf(choice: PrintChoice, kind: PrintKind, words: Words, waiting: Waiting = {}): Driver {
  const way = wayOf(choice, kind);
  if (way === "plugIn") return plugInDriver(waiting);
  if (way === "browser") return browserDriver();
  return serviceDriver(choice.token, way === "thermal" ? "thermal" : "system", words);
}

/** Print driver that saves all pages as one PDF file instead of printing them. */
export const pdfDriver: Driver = {
  ...browserDriver(),
  name: "pdf",
  async print(pages, { jobName, signal }) {
    saveBlob(await pagesPdf(pages, { measure: measure(), signal }), `${jobName}.pdf`);
  },
};
