/** Texts of the page that matches bank statements with orders. */
export const bank = {
  title: "银行流水对账",
  open: "银行流水对账",
  lead: (mb: number) =>
    `上传网银导出的 CSV（工行、建行、招行、中行等）或 CAMT.053 文件，最大 ${mb} MB。确认前不会入账。`,
  columns: { day: "到账日期", amount: "到账金额", payer: "付款方", state: "对账结果" },
  choose: "选择文件",
  empty: "请选择银行流水文件",
  outgoing: (n: number) => `已略过 ${n} 笔支出`,
  pending: (n: number) => `已略过 ${n} 笔银行尚未记账的交易`,
  faults: (n: number) => `${n} 行无法识别，未参与对账`,
  fault: (row: number, text: string) => `第 ${row} 行：${text}`,
  faultTexts: {
    day: "日期",
    amount: "金额",
    currency: "非人民币，或未注明币种",
    direction: "收支方向",
    status: "记账状态",
    transfers: "批量明细与总金额不符",
    quote: "引号未闭合，该行及以下各行未读取",
  },
  noCurrency: "文件未注明币种",
  yuan: "本文件的金额均为人民币",
  attach: (orders: string) => `关联 ${orders} 的已确认付款，不重复入账`,
  confirms: (sum: string) => `确认客户上报的付款 ¥${sum}`,
  conflict: (orders: string, sum: string) =>
    `与 ${orders} 的付款 ¥${sum} 重叠，请选择该付款的全部订单，或先审核该付款`,
  limit: (n: number) => `一次最多入账 ${n} 笔，请取消部分勾选`,
  check: (row: number) => `勾选第 ${row} 行`,
  ordersOf: (row: number) => `第 ${row} 行支付的订单`,
  book: (n: number, sum: string) => `入账 ${n} 笔，共 ¥${sum}`,
  booked: (n: number, sum: string) => `已入账 ${n} 笔，共 ¥${sum}`,
};
