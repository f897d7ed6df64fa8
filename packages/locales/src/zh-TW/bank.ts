import type { Texts } from "../types.ts";
import type { bank as model } from "../zh-CN/bank.ts";

export const bank: Texts<typeof model> = {
  title: "銀行流水對帳",
  open: "銀行流水對帳",
  lead: (mb) =>
    `上傳網銀匯出的 CSV（工行、建行、招行、中行等）或 CAMT.053 檔案，最大 ${mb} MB。確認前不會入帳。`,
  columns: { day: "到帳日期", amount: "到帳金額", payer: "付款方", state: "對帳結果" },
  choose: "選擇檔案",
  empty: "請選擇銀行流水檔案",
  outgoing: (n) => `已略過 ${n} 筆支出`,
  pending: (n) => `已略過 ${n} 筆銀行尚未記帳的交易`,
  faults: (n) => `${n} 行無法識別，未參與對帳`,
  fault: (row, text) => `第 ${row} 行：${text}`,
  faultTexts: {
    day: "日期",
    amount: "金額",
    currency: "非人民幣，或未註明幣種",
    direction: "收支方向",
    status: "記帳狀態",
    transfers: "批量明細與總金額不符",
    quote: "引號未閉合，該行及以下各行未讀取",
  },
  noCurrency: "檔案未註明幣種",
  yuan: "本檔案的金額均為人民幣",
  attach: (orders) => `關聯 ${orders} 的已確認付款，不重複入帳`,
  confirms: (sum) => `確認客戶上報的付款 ¥${sum}`,
  conflict: (orders, sum) => `與 ${orders} 的付款 ¥${sum} 重疊，請選擇該付款的全部訂單，或先審核該付款`,
  limit: (n) => `一次最多入帳 ${n} 筆，請取消部分勾選`,
  check: (row) => `勾選第 ${row} 行`,
  ordersOf: (row) => `第 ${row} 行支付的訂單`,
  book: (n, sum) => `入帳 ${n} 筆，共 ¥${sum}`,
  booked: (n, sum) => `已入帳 ${n} 筆，共 ¥${sum}`,
};
