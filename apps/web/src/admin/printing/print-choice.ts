import {
  browserDriver,
  type Driver,
  type PageType,
  pagesPdf,
  printServiceDriver,
} from "@shotkeeper/label-print";
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

interface Words {
  readonly unreachable: string;
  readonly forbiddenByBrowser: string;
  readonly notPaired: string;
}

export const serviceDriver = (token: string, texts: Words): Driver => printServiceDriver({ token, texts });

export function driverOf({ way, token }: PrintChoice, texts: Words): Driver {
  return way === "service" ? serviceDriver(token, texts) : browserDriver();
}

/** Instead of a printer: all pages in one file. */
export const pdfDriver: Driver = {
  ...browserDriver(),
  name: "pdf",
  async print(pages, { jobName, signal }) {
    saveBlob(await pagesPdf(pages, { measure: measure(), signal }), `${jobName}.pdf`);
  },
};
