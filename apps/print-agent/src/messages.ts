/** Messages for the user who prints, by language. %s is a placeholder. */
const texts = {
  notPaired: {
    en: "This page is not paired with the print service. Pair it in the print settings.",
    zh: "本页面尚未与打印服务配对，请在打印设置中配对",
    tw: "本頁面尚未與列印服務配對，請在列印設定中配對",
  },
  tooSoon: {
    en: "Too many requests of this page. Wait %s seconds.",
    zh: "本页面的请求过于频繁，请等待 %s 秒",
    tw: "此頁面的請求過於頻繁，請等待 %s 秒",
  },
  noRequest: {
    en: "This request for pairing has expired. Ask again.",
    zh: "配对请求已过期，请重新申请",
    tw: "配對請求已過期，請重新申請",
  },
  ownPageOnly: {
    en: "Only the print service's own page may do this.",
    zh: "只能在打印服务自己的页面上操作",
    tw: "只能在列印服務自己的頁面上操作",
  },
  noOrigin: { en: "Only web pages can be paired.", zh: "只有网页可以配对", tw: "只有網頁可以配對" },
  noFile: {
    en: "Send one PDF or PNG file in the field “file”.",
    zh: "请在 file 字段中上传一个 PDF 或 PNG 文件",
    tw: "請在 file 欄位上傳一個 PDF 或 PNG 檔案",
  },
  wrongType: {
    en: "The file is no PDF, no PNG and no label in ZPL or ESC/POS.",
    zh: "文件不是 PDF、PNG，也不是 ZPL 或 ESC/POS 标签",
    tw: "檔案不是 PDF、PNG，也不是 ZPL 或 ESC/POS 標籤",
  },
  tooLarge: { en: "The file is larger than 50 MB.", zh: "文件超过 50 MB", tw: "檔案超過 50 MB" },
  wrongField: { en: "Not a value for “%s”.", zh: "%s 的值不正确", tw: "%s 的值不正確" },
  outOfRange: {
    en: "“%s” must be from %s to %s.",
    zh: "%s 必须在 %s 到 %s 之间",
    tw: "%s 必須在 %s 到 %s 之間",
  },
  noPrinter: {
    en: "There is no printer “%s” on this computer.",
    zh: "本机没有打印机“%s”",
    tw: "這台電腦沒有印表機「%s」",
  },
  noDefault: {
    en: "This computer has no default printer. Choose one.",
    zh: "本机未设置默认打印机，请选择打印机",
    tw: "這台電腦未設定預設印表機，請選擇印表機",
  },
  formatRefused: {
    en: "The printers of this computer take no PDF from us; send PNG.",
    zh: "本机打印机不支持直接打印 PDF，请改用 PNG",
    tw: "這台電腦的印表機不支援直接列印 PDF，請改用 PNG",
  },
  formatOfPrinter: {
    en: "Printer “%s” takes %s only.",
    zh: "打印机“%s”只支持 %s",
    tw: "印表機「%s」只支援 %s",
  },
  tooWide: {
    en: "The label is %s mm wide, but printer “%s” prints only %s mm.",
    zh: "标签宽 %s 毫米，打印机“%s”最宽只能打印 %s 毫米",
    tw: "標籤寬 %s 公釐，印表機「%s」最寬只能列印 %s 公釐",
  },
  tooManyPrinters: { en: "Too many printers.", zh: "打印机过多", tw: "印表機過多" },
  nameTaken: {
    en: "There is a printer “%s” already.",
    zh: "已有名为“%s”的打印机",
    tw: "已有名為「%s」的印表機",
  },
  unreachable: {
    en: "no connection to the printer",
    zh: "无法连接打印机",
    tw: "無法連線到印表機",
  },
  silent: {
    en: "the printer does not tell its state",
    zh: "打印机未返回状态",
    tw: "印表機未回傳狀態",
  },
  otherLanguage: {
    en: "the printer was replaced by one with another command language",
    zh: "打印机已更换，指令语言不同",
    tw: "印表機已更換，指令語言不同",
  },
  notTaken: {
    en: "the printer stopped taking data",
    zh: "打印机停止接收数据",
    tw: "印表機停止接收資料",
  },
  notConfirmed: {
    en: "the printer did not confirm the label",
    zh: "打印机未确认该标签",
    tw: "印表機未確認該標籤",
  },
  connectionLost: {
    en: "the connection to the printer was lost",
    zh: "与打印机的连接中断",
    tw: "與印表機的連線中斷",
  },
  paperOut: { en: "out of labels", zh: "缺纸", tw: "缺紙" },
  headOpen: { en: "open cover", zh: "上盖未关闭", tw: "上蓋未關閉" },
  ribbonOut: { en: "out of ribbon", zh: "碳带用尽", tw: "碳帶用盡" },
  paused: { en: "paused", zh: "已暂停", tw: "已暫停" },
  printerFault: { en: "printer fault", zh: "打印机故障", tw: "印表機故障" },
  offline: {
    en: "Printer “%s” is not ready: %s. Nothing was sent to it.",
    zh: "打印机“%s”未就绪：%s，任务未发送",
    tw: "印表機「%s」未就緒：%s，任務未送出",
  },
  diskFull: {
    en: "The disk of this computer is full; the job was not taken. Free some room and print again.",
    zh: "本机磁盘空间已满，任务未接收，请清理磁盘后重新打印",
    tw: "這台電腦的磁碟空間已滿，任務未接收，請清理磁碟後重新列印",
  },
  tooMany: { en: "Too many jobs are waiting.", zh: "等待打印的任务过多", tw: "等待列印的任務過多" },
  printerFull: {
    en: "Too many jobs wait for printer “%s”.",
    zh: "打印机“%s”等待的任务过多",
    tw: "印表機「%s」等待的任務過多",
  },
  otherJob: {
    en: "Another job has this number already.",
    zh: "该任务编号已被另一个任务使用",
    tw: "該任務編號已被另一個任務使用",
  },
  stillOpen: { en: "The job is still in the queue.", zh: "任务仍在队列中", tw: "任務仍在佇列中" },
  printedAgain: {
    en: "The job was printed again meanwhile.",
    zh: "该任务已被重新打印",
    tw: "該任務已重新列印",
  },
  notUnsure: { en: "The outcome of this job is known.", zh: "该任务的结果已确定", tw: "該任務的結果已確定" },
  fileGone: {
    en: "The file of this job was deleted. Print it again from its page.",
    zh: "该任务的文件已删除，请在原网页重新打印",
    tw: "該任務的檔案已刪除，請在原網頁重新列印",
  },
  tooLate: {
    en: "The job is with the printer already and cannot be cancelled here.",
    zh: "任务已送到打印机，无法在此取消",
    tw: "任務已送到印表機，無法在此取消",
  },
  cancelled: { en: "The job was cancelled.", zh: "任务已取消", tw: "任務已取消" },
  unsure: {
    en: "The job may be on paper. Look, then print it again or mark it as printed.",
    zh: "任务可能已打印，请查看后选择重新打印或标记为已打印",
    tw: "任務可能已列印，請查看後選擇重新列印或標記為已列印",
  },
  noJob: { en: "No such job.", zh: "没有这个任务", tw: "沒有這個任務" },
  failed: { en: "The job could not be printed: %s", zh: "任务打印失败：%s", tw: "任務列印失敗：%s" },
} as const;

export type MessageKey = keyof typeof texts;

export class Refusal extends Error {
  readonly status: number;
  readonly key: MessageKey;
  readonly args: readonly string[];

  constructor(status: number, key: MessageKey, ...args: string[]) {
    super(key);
    this.status = status;
    this.key = key;
    this.args = args;
  }
}

/** Returns a message in Chinese (simplified or traditional) or English. `language` is an Accept-Language header. */
export function say(language = "", key: MessageKey, args: readonly string[] = []): string {
  const wanted = language.trimStart().toLowerCase();
  const text = texts[key][/^zh-(tw|hk|mo|hant)/.test(wanted) ? "tw" : wanted.startsWith("zh") ? "zh" : "en"];
  let at = 0;
  return text.replaceAll("%s", () => args[at++] ?? "");
}

/** Returns a message of a printer in the user's language. Returns the message unchanged if it is no key of a text. */
export const told = (language: string | undefined, message: string): string =>
  Object.hasOwn(texts, message) ? say(language, message as MessageKey) : message;
