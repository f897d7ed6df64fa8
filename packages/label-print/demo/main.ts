import {
  browserDriver,
  type Dialogs,
  type Driver,
  dialogs,
  LabelPrinter,
  type PageType,
  type PrintResult,
  pair,
  plugInDriver,
  printServiceDriver,
} from "../src/index.ts";
import { type FakeAnswer, fakeService, parsed, sampleWaybill, waybill } from "../src/testing/index.ts";
import { runExamples } from "./examples.ts";
import { texts } from "./texts.ts";

/** Demo page of this package. The carrier's answers are simulated; everything else is real. */
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const log = (line: string) => {
  input("log").textContent = `${line}\n${input("log").textContent ?? ""}`.split("\n").slice(0, 6).join("\n");
};

function answerOf(waybillNo: string): FakeAnswer {
  const wanted = input("answer").value;
  if (wanted === "network") return { network: "Failed to fetch" };
  if (wanted === "business")
    return {
      json: { apiResultCode: "A1000", apiResultData: { success: false, errorMessage: texts.noWaybill } },
    };
  if (wanted !== "") return { json: { apiResultCode: wanted, apiErrorMsg: texts.refused } };
  const [width = 100, height = 150] = input("size").value.split("x").map(Number);
  const contents = [sampleWaybill(waybillNo, width, height)];
  return { json: { apiResultCode: "A1000", apiResultData: JSON.stringify(parsed(waybillNo, contents)) } };
}

let token = "";

async function driver(): Promise<Driver> {
  const chosen = input("driver").value;
  if (chosen === "plug-in") return plugInDriver();
  if (chosen === "browser") return browserDriver({ container: input("pages"), texts: texts.preview });
  const spoken = { language: texts.language, texts: texts.service };
  token ||= await pair({ ...spoken, onCheck: (check) => log(texts.check(check)) });
  return printServiceDriver({ ...spoken, token });
}

/** Lists the printers of the chosen driver. The print service is asked only after this page was paired with it. */
async function listPrinters(): Promise<void> {
  input("printer").replaceChildren(...[...input("printer").children].slice(0, 1));
  const isService = input("driver").value === "service";
  if (input("driver").value === "browser" || (isService && token === "")) return;
  try {
    const printers = await new LabelPrinter({ driver: await driver() }).getPrinters();
    const options = printers.map(
      (p) => new Option(p.state === "stopped" ? texts.stopped(p.name) : p.name, p.name),
    );
    input("printer").append(...options);
  } catch (cause) {
    log(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Dialogs in the language of the page. */
function spokenDialogs(): Dialogs {
  const usual = dialogs(texts.dialogs);
  const { messages, unsure } = texts;
  if (!messages || !unsure) return usual;
  return {
    ...usual,
    retry: (_, reason) => usual.retry(reason === "" ? (messages[14] ?? "") : reason, reason),
    unsure: async (_, labels) => (await usual.unsure?.(unsure(labels), labels)) ?? "stop",
  };
}

/** Shows a result. A failure also has a dialog, in the language of the page. */
function show({ code, labels, msg }: PrintResult): void {
  const message = texts.messages?.[code] ?? msg;
  log(texts.result(code, labels, message));
  // Shows the message in the language of the page, because the package itself shows Chinese messages only.
  if (texts.messages && code !== 1 && code !== 15) void dialogs(texts.dialogs).tip(message);
}

async function start(lodopFn: "PRINT" | "PREVIEW"): Promise<void> {
  try {
    input("pages").replaceChildren();
    const printer = new LabelPrinter({
      driver: await driver(),
      env: "sbox",
      partnerID: "DEMO",
      notips: texts.messages !== undefined,
      dialogs: spokenDialogs(),
      fetch: fakeService((call) => answerOf(call.waybillNo)).fetch,
      callback: show,
    });
    printer.setPrinter(input("printer").value || undefined);
    const documents = Array.from({ length: Number(input("count").value) }, (_, i) => ({
      masterWaybillNo: waybill(i),
    }));
    const request = {
      requestID: "demo",
      accessToken: "demo",
      templateCode: "fm_150_standard_DEMO",
      documents,
    };
    const pageType = input("page").value as PageType;
    await printer.print(request, undefined, { lodopFn, pageType, allPreview: true });
  } catch (cause) {
    log(cause instanceof Error ? cause.message : String(cause));
  }
}

document.documentElement.lang = texts.language;
if (texts.labels)
  for (const element of document.querySelectorAll<HTMLElement>("[data-text]"))
    element.textContent = texts.labels[element.dataset.text ?? ""] ?? "";
runExamples();
input("driver").onchange = () => void listPrinters();
input("preview").onclick = () => void start("PREVIEW");
input("print").onclick = () => void start("PRINT");
void start("PREVIEW");
