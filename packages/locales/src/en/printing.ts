import type { Texts } from "../types.ts";
import type { printing as model } from "../zh-CN/printing.ts";
import { counted } from "./plural.ts";

export const printing: Texts<typeof model> = {
  settings: "Print settings",
  settingsOf: (kind: string) => `Print settings · ${kind}`,
  kinds: { waybill: "waybills", sticker: "stickers", a4: "A4 pages" },
  browser: "Browser dialog",
  service: "Print service",
  thermal: "Label printer",
  browserHint: "Prints through the browser’s own dialog. Nothing to install.",
  serviceHint:
    "Goes straight to a printer of this computer, without a dialog. The print service must run here and be paired once.",
  thermalHint:
    "Goes straight to a label printer in the network (ZPL or ESC/POS). The print service on this computer sends it.",
  noThermal: "Choose a label printer in the print settings first",
  chooseThermal: "Choose a label printer",
  addThermal: "Add label printers by their address on the print service’s own page.",
  testPage: {
    action: "Print test page",
    title: "Test page",
    sent: "Test page sent",
    silent: "The printer does not answer",
  },
  pair: "Pair",
  pairAgain: "Pair again",
  paired: "This page is paired with the print service",
  browserAsks: "The browser may ask whether this page may reach services on this computer: choose “Allow”.",
  printer: "Printer",
  defaultPrinter: "The system’s default printer",
  failed: "Could not print",
  retry: "Try again",
  unreachable: "The print service on this computer does not answer. Is it running?",
  forbiddenByBrowser:
    "The browser does not let this page reach the local network. Allow “Local network access” in the site settings, then try again.",
  notPaired: "This page is not paired with the print service yet. Pair it first.",
  sent: (n: number) => `Printed ${counted(n, "page")}`,
  stopped: (p: string) => `${p} (not ready)`,
  pdf: "Save as PDF",
  plugIn: "Print plug-in",
  plugInHint:
    "Prints through the print plug-in (C-Lodop) on this computer. It must be installed and running.",
  plugInMissing:
    "The print plug-in was not found on this computer. Install or start it. If it runs, the administrator has to allow it on the server (PRINT_PLUGIN=on).",
  plugInWaiting:
    "Waiting for the print plug-in on this computer. Install or start it; printing then goes on by itself.",
  pairHint: "To pair, approve this page on the print service’s own page:",
  checkIs: "The print service’s page shows this site with the number",
  checkHint: "Approve it there. This page then goes on by itself.",
  refused: "The request was refused on the print service’s page.",
  cancelPrinting: "Cancel printing",
  cancelled: "Printing was cancelled.",
  unsure: (from: number, to: number, total: number) =>
    from === to
      ? `Label ${from} of ${total} may be on paper. Print it again?`
      : `Labels ${from}–${to} of ${total} may be on paper. Print them again?`,
  unsureHint: "Look at the printer first. A label that is printed twice is a waybill that exists twice.",
  unsurePages: (from: number, to: number, total: number) =>
    from === to
      ? `Page ${from} of ${total} may be on paper. Print it again?`
      : `Pages ${from}–${to} of ${total} may be on paper. Print them again?`,
  unsurePagesHint: "Look at the printer first.",
  unconfirmed: (n: number) =>
    `The printer did not confirm ${counted(n, "page")}. Look at the printer before you print again.`,
  onPaper: "On paper",
  printAgain: "Print again",
  stop: "Stop",
  jobs: {
    title: "Print jobs",
    lead: "Waybills that this browser printed in the last 24 hours.",
    none: "No print jobs in the last 24 hours.",
    lost: "This browser lost its record of the job. The print service still has it.",
    state: {
      waiting: "Waiting",
      sent: "Sent",
      printed: "Printed",
      failed: "Failed",
      unsure: "Unsure",
    },
    unsure: (n: number) => `${counted(n, "label")} may be on paper`,
    rest: (n: number) => `Print the remaining ${n}`,
    again: (n: number) => `Print again (${n})`,
    labels: (n: number) => counted(n, "label"),
  },
  waybill: {
    action: "Waybills",
    title: (n: number) => `Waybills · ${counted(n, "order")}`,
    lead: "Gets waybill numbers from the carrier, marks the orders as shipped and prints the labels. Orders that are shipped already are only printed again.",
    merge: "One parcel per receiver",
    size: "Label size",
    paper: "Paper",
    papers: {
      label: "Label roll, one a page",
      A4: "A4 landscape, two a page",
      A4_copy: "A4 landscape, same label twice",
    },
    orders: "Orders",
    receiver: "Receiver",
    outcome: "Outcome",
    step: {
      waiting: "To ship",
      working: "Getting a number…",
      sent: "Shipped",
      shipped: "Shipped, not printed",
      printed: "Printed",
      saved: "Saved as PDF",
      unsure: "May be on paper",
      failed: "Not shipped",
    },
    start: (n: number) => `Ship and print (${n})`,
    print: (n: number) => `Print (${n})`,
    retry: (n: number) => `Retry the remaining ${n}`,
    again: (n: number) => `Print again (${n})`,
    preview: "Preview",
    notYet: "Ship the orders first",
    pages: { close: "Close", title: "Print preview" },
    kept: (n: number) =>
      `${counted(n, "label was", "labels were")} not printed. The numbers and the shipments are kept: try again, or save a PDF.`,
    allDone: (n: number) => `All done: ${counted(n, "parcel")}`,
    code: {
      10: "The label request is incomplete",
      11: "The label data could not be fetched",
      12: "The label service refused",
      13: "The label data is faulty",
      14: "The printer did not take it",
    },
    because: (what: string, why: string) => `${what}: ${why}`,
    check: (why: string) => `${why}${why && " "}Check the printer and try again.`,
    simulated: "Demo carrier: these labels are for show, no parcel travels with them.",
  },
};
