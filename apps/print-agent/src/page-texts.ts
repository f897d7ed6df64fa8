import type { JobState } from "./journal.ts";
import type { NetworkPrinter } from "./printers/network-list.ts";
import type { Check } from "./self-check.ts";

export interface PageTexts {
  readonly title: string;
  readonly needsKey: string;
  readonly key: string;
  readonly open: string;
  readonly requests: string;
  readonly noRequests: string;
  readonly wants: string;
  readonly check: string;
  readonly approve: string;
  readonly refuse: string;
  readonly sites: string;
  readonly noSites: string;
  readonly site: string;
  readonly since: string;
  readonly browsers: string;
  readonly revoke: string;
  readonly revokeSure: string;
  readonly network: string;
  readonly noNetwork: string;
  readonly addPrinter: string;
  readonly removePrinter: string;
  readonly removePrinterSure: string;
  readonly fields: Readonly<Record<keyof Omit<NetworkPrinter, "answers">, string>>;
  readonly jobs: string;
  readonly noJobs: string;
  readonly job: string;
  readonly time: string;
  readonly printer: string;
  readonly labels: string;
  readonly state: string;
  readonly reprint: string;
  readonly settle: string;
  readonly cancel: string;
  readonly reprintSure: string;
  readonly checks: string;
  readonly checkAgain: string;
  readonly good: string;
  readonly bad: string;
  readonly unreachable: string;
  readonly states: Readonly<Record<JobState, string>>;
  readonly names: Readonly<Record<Check["name"], string>>;
}

const en: PageTexts = {
  title: "Print service",
  needsKey: "Open the address that the print service shows when it starts. It contains the key of this page.",
  key: "Key",
  open: "Open",
  requests: "Sites that ask to print",
  noRequests: "No site is asking.",
  wants: "wants to print on this computer",
  check: "Approve only if the site shows the same number:",
  approve: "Approve",
  refuse: "Refuse",
  sites: "Sites that may print",
  noSites: "No site may print yet.",
  site: "Site",
  since: "Since",
  browsers: "Browsers",
  revoke: "Revoke",
  revokeSure: "This site has to be paired again before it can print. Revoke?",
  network: "Label printers in the network",
  noNetwork: "No label printer yet. Add one by its address; ZPL and ESC/POS printers listen on port 9100.",
  addPrinter: "Add printer",
  removePrinter: "Remove",
  removePrinterSure: "Jobs that wait for this printer stay until you cancel them. Remove the printer?",
  fields: {
    name: "Name",
    host: "Address",
    port: "Port",
    language: "Language",
    dpi: "Resolution (dpi)",
    width: "Printable width (mm)",
  },
  jobs: "Jobs",
  noJobs: "No jobs yet.",
  job: "Job",
  time: "Time",
  printer: "Printer",
  labels: "Labels",
  state: "State",
  reprint: "Print again",
  settle: "It is on paper",
  cancel: "Cancel",
  reprintSure: "All labels of this job are printed once more. Print again?",
  checks: "Self-check",
  checkAgain: "Check again",
  good: "OK",
  bad: "Look at this",
  unreachable: "The print service does not answer. Is it running?",
  states: {
    waiting: "Waiting",
    sending: "Sending",
    held: "Sending",
    printing: "Printing",
    done: "Printed",
    failed: "Failed",
    cancelled: "Cancelled",
    unsure: "Unsure",
  },
  names: {
    disk: "Folder for jobs",
    space: "Free disk space",
    printers: "Printers",
    spooler: "Print system",
    damaged: "Damaged files set aside",
    unsure: "Unsure jobs",
    node: "Node.js",
  },
};

const zh: PageTexts = {
  title: "打印服务",
  needsKey: "请使用打印服务启动时显示的地址，其中包含本页面的密钥。",
  key: "密钥",
  open: "打开",
  requests: "申请打印的网站",
  noRequests: "没有网站申请。",
  wants: "申请在本机打印",
  check: "仅当该网站显示相同数字时才允许：",
  approve: "允许",
  refuse: "拒绝",
  sites: "已允许的网站",
  noSites: "尚未允许任何网站。",
  site: "网站",
  since: "允许时间",
  browsers: "浏览器数",
  revoke: "撤销",
  revokeSure: "撤销后该网站需重新配对才能打印。确定撤销？",
  network: "网络标签打印机",
  noNetwork: "尚未添加标签打印机。请按地址添加，ZPL 和 ESC/POS 打印机使用 9100 端口。",
  addPrinter: "添加打印机",
  removePrinter: "移除",
  removePrinterSure: "等待该打印机的任务会保留，直到您取消。确定移除？",
  fields: {
    name: "名称",
    host: "地址",
    port: "端口",
    language: "指令集",
    dpi: "分辨率（dpi）",
    width: "可打印宽度（毫米）",
  },
  jobs: "打印任务",
  noJobs: "还没有打印任务。",
  job: "任务",
  time: "时间",
  printer: "打印机",
  labels: "标签",
  state: "状态",
  reprint: "重新打印",
  settle: "已打印出来",
  cancel: "取消",
  reprintSure: "该任务的全部标签将再打印一次。确定重新打印？",
  checks: "自检",
  checkAgain: "重新检查",
  good: "正常",
  bad: "请处理",
  unreachable: "打印服务没有应答，请确认其正在运行。",
  states: {
    waiting: "等待",
    sending: "发送中",
    held: "发送中",
    printing: "打印中",
    done: "已打印",
    failed: "失败",
    cancelled: "已取消",
    unsure: "待确认",
  },
  names: {
    disk: "任务文件夹",
    space: "磁盘剩余空间",
    printers: "打印机",
    spooler: "打印系统",
    damaged: "已隔离的损坏文件",
    unsure: "待确认的任务",
    node: "Node.js",
  },
};

const tw: PageTexts = {
  title: "列印服務",
  needsKey: "請使用列印服務啟動時顯示的位址，其中包含本頁面的金鑰。",
  key: "金鑰",
  open: "開啟",
  requests: "申請列印的網站",
  noRequests: "沒有網站申請。",
  wants: "申請在這台電腦列印",
  check: "僅當該網站顯示相同數字時才允許：",
  approve: "允許",
  refuse: "拒絕",
  sites: "已允許的網站",
  noSites: "尚未允許任何網站。",
  site: "網站",
  since: "允許時間",
  browsers: "瀏覽器數",
  revoke: "撤銷",
  revokeSure: "撤銷後該網站需重新配對才能列印。確定撤銷？",
  network: "網路標籤印表機",
  noNetwork: "尚未新增標籤印表機。請按位址新增，ZPL 與 ESC/POS 印表機使用 9100 連接埠。",
  addPrinter: "新增印表機",
  removePrinter: "移除",
  removePrinterSure: "等待該印表機的任務會保留，直到您取消。確定移除？",
  fields: {
    name: "名稱",
    host: "位址",
    port: "連接埠",
    language: "指令集",
    dpi: "解析度（dpi）",
    width: "可列印寬度（公釐）",
  },
  jobs: "列印任務",
  noJobs: "還沒有列印任務。",
  job: "任務",
  time: "時間",
  printer: "印表機",
  labels: "標籤",
  state: "狀態",
  reprint: "重新列印",
  settle: "已列印出來",
  cancel: "取消",
  reprintSure: "該任務的全部標籤將再列印一次。確定重新列印？",
  checks: "自我檢查",
  checkAgain: "重新檢查",
  good: "正常",
  bad: "請處理",
  unreachable: "列印服務沒有回應，請確認其正在執行。",
  states: {
    waiting: "等待",
    sending: "傳送中",
    held: "傳送中",
    printing: "列印中",
    done: "已列印",
    failed: "失敗",
    cancelled: "已取消",
    unsure: "待確認",
  },
  names: {
    disk: "任務資料夾",
    space: "磁碟剩餘空間",
    printers: "印表機",
    spooler: "列印系統",
    damaged: "已隔離的損壞檔案",
    unsure: "待確認的任務",
    node: "Node.js",
  },
};

export const pageTexts = { en, zh, tw };
