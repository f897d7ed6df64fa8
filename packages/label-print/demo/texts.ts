import type { DialogTexts, PrintServiceTexts, UnsureLabels } from "../src/index.ts";

/** Texts of the demo in one language. */
interface DemoTexts {
  readonly language: "zh-CN" | "en";
  /**
   * Texts of the elements with the attribute `data-text`. Undefined: the elements keep the English texts of the
   * document.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly preview: { readonly print: string; readonly close: string; readonly title: string };
  readonly dialogs: Partial<DialogTexts>;
  readonly service: Partial<PrintServiceTexts>;
  /** Messages of the simulated carrier. */
  readonly noWaybill: string;
  readonly refused: string;
  readonly stopped: (printer: string) => string;
  readonly check: (number: string) => string;
  readonly result: (code: number, labels: number, message: string) => string;
  /**
   * Messages by result code, and the question about labels that may be on paper (`unsure`). Undefined: the demo shows
   * the Chinese texts of the package.
   */
  readonly messages?: Readonly<Record<number, string>>;
  readonly unsure?: (labels: UnsureLabels) => string;
}

const chinese: DemoTexts = {
  language: "zh-CN",
  labels: {
    title: "标签打印演示",
    size: "标签尺寸",
    page: "纸张",
    single: "单张标签",
    a4: "A4（每张两个标签）",
    a4Copy: "A4（同一标签两份）",
    count: "数量",
    driver: "打印方式",
    browser: "浏览器",
    plugIn: "打印插件（LODOP）",
    service: "本地打印服务",
    printer: "打印机",
    default: "默认打印机",
    answer: "模拟应答",
    fine: "正常",
    network: "11 网络故障",
    throttled: "12 服务繁忙（A1005）",
    signature: "12 签名错误（A1006）",
    business: "13 业务失败",
    preview: "预览",
    print: "打印",
    run: "运行",
    example1: "不连接快递公司预览标签",
    example2: "绘制自己的标签",
    example3: "保存前检查模板",
    example4: "查询浏览器是否允许访问打印服务",
  },
  preview: { print: "打印", close: "关闭", title: "打印预览" },
  dialogs: {},
  service: {},
  noWaybill: "运单号不存在",
  refused: "服务拒绝",
  stopped: (printer) => `${printer}（已停止）`,
  check: (number) => `请在打印服务页面批准配对，校验码 ${number}`,
  result: (code, labels, message) => `结果码 ${code}，${labels} 张标签 ${message}`,
};

const english: DemoTexts = {
  language: "en",
  preview: { print: "Print", close: "Close", title: "Print preview" },
  dialogs: {
    title: "Message",
    close: "Close",
    retry: "Try again",
    cancel: "Cancel",
    check: "Check the printer, then try again.",
    separator: ". ",
    again: "Print again",
    printed: "It is on paper",
    stop: "Stop",
  },
  service: {
    unreachable: "The print service does not answer. Is it running?",
    forbiddenByBrowser:
      "The browser does not let this page reach the local network. Allow it in the site settings.",
    notPaired: "This page is not paired with the print service.",
    refused: "The pairing was refused.",
  },
  noWaybill: "The waybill does not exist",
  refused: "Refused by the service",
  stopped: (printer) => `${printer} (stopped)`,
  check: (number) => `Approve the pairing on the page of the print service. Number: ${number}`,
  result: (code, labels, message) =>
    `Code ${code}, ${labels} ${labels === 1 ? "label" : "labels"}. ${message}`,
  messages: {
    1: "",
    10: "The request is incomplete.",
    11: "The carrier’s service cannot be reached.",
    12: "The carrier’s service refused the request.",
    13: "The waybill does not exist.",
    14: "The printer did not accept the labels.",
    15: "",
  },
  unsure: ({ from, to, total }) => {
    const labels = from === to ? `Label ${from}` : `Labels ${from} to ${to}`;
    return `${labels} of ${total} may be on paper. Print again?`;
  },
};

/** Texts in the language of the browser: Chinese, or English for all other languages. */
export const texts = navigator.language.startsWith("zh") ? chinese : english;
