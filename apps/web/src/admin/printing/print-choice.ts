import {
  browserDriver,
  type Driver,
  type PageType,
  pagesPdf,
  printServiceDriver,
} from "@shotkeeper/label-print";
import type { Locale } from "@shotkeeper/locales";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { saveBlob } from "../../save-blob.ts";
import { measure } from "./measure.ts";
import type { WaybillSize } from "./waybills.ts";

/** How this computer prints: kept in the browser, since printers belong to computers and not to people. */
interface PrintChoice {
  readonly way: "browser" | "service";
  /** From pairing with the print service on this computer. */
  readonly token: string;
  readonly printer: string | undefined;
  readonly waybillSize: WaybillSize;
  readonly waybillPaper: PageType;
}

export const usePrintChoice = create<PrintChoice>()(
  persist(
    (): PrintChoice => ({
      way: "browser",
      token: "",
      printer: undefined,
      waybillSize: "150",
      waybillPaper: "",
    }),
    { name: "shotkeeper.print", storage: createJSONStorage(() => localStorage) },
  ),
);

type Words = Pick<Locale, "printing" | "code">;

/** In what words the print service answers. */
export const spoken = ({ printing: texts, code }: Words) => ({ texts, language: code.replace("_", "-") });

export const serviceDriver = (token: string, words: Words): Driver =>
  printServiceDriver({ token, ...spoken(words) });

export function driverOf({ way, token }: PrintChoice, words: Words): Driver {
  return way === "service" ? serviceDriver(token, words) : browserDriver();
}

/** Instead of a printer: all pages in one file. */
export const pdfDriver: Driver = {
  ...browserDriver(),
  name: "pdf",
  async print(pages, { jobName, signal }) {
    saveBlob(await pagesPdf(pages, { measure: measure(), signal }), `${jobName}.pdf`);
  },
};
