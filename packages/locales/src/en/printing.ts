import type { Texts } from "../types.ts";
import type { printing as model } from "../zh-CN/printing.ts";

export const printing: Texts<typeof model> = {
  settings: "Print settings",
  browser: "Browser dialog",
  service: "Print service",
  browserHint: "Prints through the browser’s own dialog. Nothing to install.",
  serviceHint:
    "Goes straight to a printer of this computer, without a dialog. The print service must run here and be paired once.",
  codeAt: "The pairing code is shown at",
  code: "6-digit code",
  pair: "Pair",
  pairAgain: "Pair again",
  printer: "Printer",
  defaultPrinter: "The system’s default printer",
  failed: "Could not print",
  retry: "Try again",
  unreachable: "The print service on this computer does not answer. Is it running?",
  forbiddenByBrowser:
    "The browser does not let this page reach the local network. Allow “Local network access” in the site settings, then try again.",
  notPaired: "This page is not paired with the print service yet. Pair it first.",
  sent: (n: number) => `Printed ${n} ${n === 1 ? "page" : "pages"}`,
  stopped: (p: string) => `${p} (not ready)`,
};
