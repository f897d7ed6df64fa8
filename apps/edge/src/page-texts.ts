/** Texts of the status page. */
const en = {
  title: "Shotkeeper edge gateway",
  product: "Product",
  exchanged: "Last contact",
  sent: "Last sent",
  backlog: "Readings to send",
  oldest: "Oldest of them",
  outcomes: "Sent since the start",
  reason: "Last reason of the product",
  damaged: "Damaged lines of the journal",
  clock: "Clock ahead by",
  trouble: "Trouble",
  fine: "No trouble",
  inactive: "The connector is not active",
  source: "Source",
  state: "State",
  count: "Count",
  counters: "Counters",
  readAt: "Last read",
  reading: "Reading",
  failing: "Failing",
  none: "No sources yet. Add them at the connector in Shotkeeper, on the tab Sources.",
  never: "never",
};
type Texts = typeof en;

const zhCN: Texts = {
  title: "Shotkeeper 边缘网关",
  product: "平台",
  exchanged: "最近联系",
  sent: "最近发送",
  backlog: "待发送读数",
  oldest: "最早待发送",
  outcomes: "启动以来已发送",
  reason: "平台最近的原因",
  damaged: "日志损坏行",
  clock: "时钟快",
  trouble: "故障",
  fine: "无故障",
  inactive: "接入未启用",
  source: "采集源",
  state: "状态",
  count: "计数",
  counters: "计数器",
  readAt: "最近采集",
  reading: "采集中",
  failing: "采集失败",
  none: "还没有采集源。请在 Shotkeeper 的接入页面“采集源”中添加。",
  never: "从未",
};

const zhTW: Texts = {
  title: "Shotkeeper 邊緣閘道",
  product: "平台",
  exchanged: "最近聯絡",
  sent: "最近傳送",
  backlog: "待傳送讀數",
  oldest: "最早待傳送",
  outcomes: "啟動以來已傳送",
  reason: "平台最近的原因",
  damaged: "日誌損壞行",
  clock: "時鐘快",
  trouble: "故障",
  fine: "無故障",
  inactive: "接入未啟用",
  source: "採集源",
  state: "狀態",
  count: "計數",
  counters: "計數器",
  readAt: "最近採集",
  reading: "採集中",
  failing: "採集失敗",
  none: "還沒有採集源。請在 Shotkeeper 的接入頁面「採集源」中新增。",
  never: "從未",
};

/** Returns the page's language and texts. `accepted` is the browser's Accept-Language header. */
export function textsFor(accepted: string | undefined): { readonly lang: string; readonly t: Texts } {
  const first = (accepted ?? "").toLowerCase();
  if (/^zh-(?:tw|hk|hant)/.test(first)) return { lang: "zh-TW", t: zhTW };
  return first.startsWith("zh") ? { lang: "zh-CN", t: zhCN } : { lang: "en", t: en };
}
