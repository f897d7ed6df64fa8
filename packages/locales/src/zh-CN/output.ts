/** Order management: output statistics. */
export const output = {
  period: "时间段",
  last7: "最近 7 天",
  last30: "最近 30 天",
  last12: "最近 12 个月",
  total: "合计",
  none: "未登记",
  chart: "产出走势",
  others: (n: number) => `其余 ${n} 项`,
  pivot: "产出汇总表",
  days: "逐日明细",
  noneTitle: "这段时间没有产出",
  noneHint: "换一个时间段，或确认计数器已绑定并在上报。",
  estimatedNote: "上报间隔跨小时的模次按时间均摊到各小时；总数准确，按日以上影响很小。",
  partsNote: "件数 = 模次 × 模穴数，重量 = 件数 × 产品重量",
};
