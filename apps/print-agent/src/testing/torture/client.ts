import { createInterface } from "node:readline";
import { LabelPrinter, type Page, printServiceDriver, roughMeasure } from "@shotkeeper/label-print";
import { fakeService, waybill } from "@shotkeeper/label-print/testing";
import { labelsPdf } from "./pdf.ts";
import { labelZpl } from "./zpl.ts";

// Simulates the page that prints, for the kill test: prints one job through the print service. Writes a line for each
// question to the user and for the result. Reads the user's answers from the standard input.
const [address = "", origin = "", token = "", jobId = "", printerName = "", count = "", first = ""] =
  process.argv.slice(2);
const isThermal = printerName === "zebra";

// Adds the Origin header, which a page of a browser sends and Node does not.
const plain = globalThis.fetch;
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set("origin", origin);
  return plain(input, { ...init, headers });
};

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const answers = createInterface({ input: process.stdin });
const namesOf = (pages: readonly Page[]) =>
  pages.map((p) => p.items.flatMap((i) => (i.kind === "barcode" ? [i.text] : []))[0] ?? "");

const printer = new LabelPrinter({
  driver: printServiceDriver({
    address,
    token,
    kind: isThermal ? "thermal" : "system",
    poll: 20,
    // Waits up to 100 s for a job: 5000 queries, one every 20 ms. By default, a page waits 75 s.
    tries: 5000,
    measure: roughMeasure,
    render: async (pages) => (isThermal ? labelZpl(namesOf(pages)[0] ?? "") : labelsPdf(namesOf(pages))),
  }),
  fetch: fakeService().fetch,
  notips: true,
  timeouts: { push: 300_000 },
  dialogs: {
    tip: async () => {},
    retry: async (message) => {
      say({ retry: message });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return true;
    },
    unsure: (_, { names }) => {
      const answered = new Promise<"printed" | "again">((resolve) => {
        answers.once("line", (line) => resolve(line === "printed" ? "printed" : "again"));
      });
      say({ unsure: names });
      return answered;
    },
  },
});
printer.setPrinter(printerName);
const documents = Array.from({ length: Number(count) }, (_, i) => ({
  masterWaybillNo: waybill(Number(first) + i),
}));
const request = { partnerID: "P", requestID: jobId, accessToken: "T", templateCode: "fm_76130", documents };
const result = await printer.print(request, undefined, { jobId });
say({ code: result.code, msg: result.msg, detail: result.detail });
answers.close();
process.stdin.destroy();
