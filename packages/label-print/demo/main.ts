import {
  browserDriver,
  type Driver,
  defaultAddress,
  LabelPrinter,
  type PageType,
  pair,
  plugInDriver,
  printServiceDriver,
} from "../src/index.ts";
import { type FakeAnswer, fakeService, parsed, sampleWaybill, waybill } from "../src/testing/index.ts";

/** Demo of the SDK. The carrier's answers are simulated; everything else is real. */
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const log = (line: string) => {
  input("log").textContent = `${line}\n${input("log").textContent ?? ""}`.split("\n").slice(0, 6).join("\n");
};

function answerOf(waybillNo: string): FakeAnswer {
  const wanted = input("answer").value;
  if (wanted === "network") return { network: "Failed to fetch" };
  if (wanted === "business")
    return {
      json: { apiResultCode: "A1000", apiResultData: { success: false, errorMessage: "运单号不存在" } },
    };
  if (wanted !== "") return { json: { apiResultCode: wanted, apiErrorMsg: "服务拒绝" } };
  const [width = 100, height = 150] = input("size").value.split("x").map(Number);
  const contents = [sampleWaybill(waybillNo, width, height)];
  return { json: { apiResultCode: "A1000", apiResultData: JSON.stringify(parsed(waybillNo, contents)) } };
}

let token = "";

async function driver(): Promise<Driver> {
  const chosen = input("driver").value;
  if (chosen === "plug-in") return plugInDriver();
  if (chosen === "browser") return browserDriver({ container: input("pages") });
  token ||= await pair({ onCheck: (check) => log(`${defaultAddress}: ${check}`) });
  return printServiceDriver({ token });
}

/** Lists the printers of the chosen driver. The print service is asked only after this page was paired with it. */
async function listPrinters(): Promise<void> {
  input("printer").replaceChildren(new Option("默认 default", ""));
  const isService = input("driver").value === "service";
  if (input("driver").value === "browser" || (isService && token === "")) return;
  try {
    const printers = await new LabelPrinter({ driver: await driver() }).getPrinters();
    const options = printers.map(
      (p) => new Option(p.state === "stopped" ? `${p.name} (stopped)` : p.name, p.name),
    );
    input("printer").append(...options);
  } catch (cause) {
    log(cause instanceof Error ? cause.message : String(cause));
  }
}

async function start(lodopFn: "PRINT" | "PREVIEW"): Promise<void> {
  try {
    input("pages").replaceChildren();
    const printer = new LabelPrinter({
      driver: await driver(),
      env: "sbox",
      partnerID: "DEMO",
      fetch: fakeService((call) => answerOf(call.waybillNo)).fetch,
      callback: (r) => log(`code ${r.code}  ${r.labels} labels  ${r.msg}`),
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

input("driver").onchange = () => void listPrinters();
input("preview").onclick = () => void start("PREVIEW");
input("print").onclick = () => void start("PRINT");
void start("PREVIEW");
