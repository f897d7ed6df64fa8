import { browserDriver, type Driver, printServiceDriver } from "@shotkeeper/label-print";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

/** How this computer prints: kept in the browser, since printers belong to computers and not to people. */
interface PrintChoice {
  readonly way: "browser" | "service";
  /** From pairing with the print service on this computer. */
  readonly token: string;
  readonly printer: string | undefined;
}

export const usePrintChoice = create<PrintChoice>()(
  persist((): PrintChoice => ({ way: "browser", token: "", printer: undefined }), {
    name: "shotkeeper.print",
    storage: createJSONStorage(() => localStorage),
  }),
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
