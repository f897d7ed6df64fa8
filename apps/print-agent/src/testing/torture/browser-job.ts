import "@shotkeeper/label-print/testing/chromium";

// Code that runs inside the page. It can use only its arguments and no variables of this file.

export interface BrowserJob {
  readonly address: string;
  readonly token: string;
  readonly jobId: string;
  readonly printer: string;
  readonly kind: "thermal" | "system";
  /** Numbers of the labels. */
  readonly names: readonly string[];
  /** Content of a label as JSON. The text NUMBER is a placeholder for the label's number. */
  readonly content: string;
}

declare global {
  /** Asks the simulated user of the test whether unsure labels were printed. */
  var answerUnsure: (names: readonly string[]) => Promise<"printed" | "again">;
  /** Tells the test that the page asks the user whether to try again. */
  var reportRetry: (message: string) => Promise<void>;
}

/** Prints a job as a page does: requests its labels, draws them, and sends them to the print service. */
export async function printInPage(job: BrowserJob): Promise<{ code: number; msg: string; detail?: string }> {
  const { address, token, jobId, kind, names, content } = job;
  const printer = new LabelPrint.LabelPrinter({
    // Waits up to 100 s for a job: 5000 queries, one every 20 ms. By default, a page waits 75 s.
    driver: LabelPrint.printServiceDriver({ address, token, kind, dpi: 203, poll: 20, tries: 5000 }),
    notips: true,
    timeouts: { push: 300_000 },
    dialogs: {
      tip: async () => {},
      retry: async (message) => {
        await reportRetry(message);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return true;
      },
      unsure: (_, labels) => answerUnsure(labels.names),
    },
    fetch: async (_, init) => {
      const sent = new URLSearchParams(String(init?.body));
      const no = JSON.parse(sent.get("msgData") ?? "{}").documents[0].masterWaybillNo;
      const contents = [JSON.parse(content.replaceAll("NUMBER", no))];
      const apiResultData = { success: true, obj: { files: [{ waybillNo: no, contents }] } };
      return Response.json({ apiResultCode: "A1000", apiResultData });
    },
  });
  printer.setPrinter(job.printer);
  const documents = names.map((masterWaybillNo) => ({ masterWaybillNo }));
  const request = { partnerID: "P", requestID: jobId, accessToken: "T", templateCode: "fm_76130", documents };
  const { code, msg, detail } = await printer.print(request, undefined, { jobId });
  return { code, msg, ...(detail !== undefined && { detail }) };
}
