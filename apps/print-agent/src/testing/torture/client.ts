import { LabelPrinter, type Page, printServiceDriver, roughMeasure } from "@shotkeeper/label-print";
import { fakeService, waybill } from "@shotkeeper/label-print/testing";
import { labelsPdf } from "./pdf.ts";

// Page of the kill test: prints one job through the print service, and prints a line for each question and the result.
const [address = "", origin = "", token = "", jobId = "", count = "", first = ""] = process.argv.slice(2);

// Node sends no origin by itself, as a page of a browser does.
const plain = globalThis.fetch;
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set("origin", origin);
  return plain(input, { ...init, headers });
};

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const idsOf = (pages: readonly Page[]) =>
  pages.map((p) => p.items.flatMap((i) => (i.kind === "barcode" ? [i.text] : []))[0] ?? "");

const printer = new LabelPrinter({
  driver: printServiceDriver({
    address,
    token,
    poll: 20,
    measure: roughMeasure,
    render: async (pages) => labelsPdf(idsOf(pages)),
  }),
  fetch: fakeService().fetch,
  notips: true,
  dialogs: {
    tip: async () => {},
    retry: async (message) => {
      say({ retry: message });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return true;
    },
    // Nothing is on paper twice even if the user prints again, because the job has the same key.
    unsure: async (_, { names }) => {
      say({ unsure: names });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return "again";
    },
  },
});
printer.setPrinter("folder");
const documents = Array.from({ length: Number(count) }, (_, i) => ({
  masterWaybillNo: waybill(Number(first) + i),
}));
const request = { partnerID: "P", requestID: jobId, accessToken: "T", templateCode: "fm_76130", documents };
const result = await printer.print(request, undefined, { jobId });
say({ code: result.code, msg: result.msg, detail: result.detail, states: result.report.map((l) => l.state) });
