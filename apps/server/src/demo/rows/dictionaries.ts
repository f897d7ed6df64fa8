/**
 * Dictionaries of the demo: lists of words, such as mold types and raw materials. Forms suggest mold types and raw
 * materials. The other lists show what a tenant can maintain for its own programs.
 */
export const dictionaries: readonly {
  readonly code: string;
  readonly name: string;
  readonly items: readonly (readonly [string, string])[];
}[] = [
  {
    code: "MOLD_TYPE",
    name: "模具类型",
    items: ["大型外饰", "大型内饰", "内饰", "外饰", "光学件", "功能件", "大型功能件", "外观件", "透明件"].map(
      (t) => [t, t],
    ),
  },
  {
    code: "ROW_STOCK",
    name: "原材料",
    items: [
      "PP-T20",
      "PP-T15",
      "PP+EPDM-T20",
      "PP-GF30",
      "PA6-GF30",
      "PA66-GF30",
      "ABS",
      "ABS-FR",
      "PC+ABS",
      "HIPS",
      "GPPS",
      "PMMA",
      "POM",
      "ASA",
    ].map((t) => [t, t]),
  },
  {
    code: "DEFECT",
    name: "缺陷现象",
    items: [
      ["D01", "飞边"],
      ["D02", "缩水"],
      ["D03", "缺料"],
      ["D04", "拉伤"],
      ["D05", "顶白"],
      ["D06", "变形"],
      ["D07", "熔接痕"],
      ["D08", "烧焦"],
      ["D09", "漏水"],
      ["D10", "漏胶"],
    ],
  },
  {
    code: "DEFER_REASON",
    name: "保养延期原因",
    items: [
      ["R01", "生产任务紧急"],
      ["R02", "备件未到"],
      ["R03", "人员不足"],
    ],
  },
];

export const parameters: readonly Readonly<Record<string, unknown>>[] = [
  { PRM_ID: "ONE_PERSON_STEPS", PRM_VALUE: "1", REMARK: "只有一名用户的组织可由同一人复核、审核" },
  { PRM_ID: "MAINTAIN_TIMES", PRM_VALUE: "2", REMARK: "日常保养允许延期次数" },
  { PRM_ID: "WARN_BATTERY_LOW", PRM_VALUE: "20", REMARK: "低电量预警（%）" },
  { PRM_ID: "WARN_BATTERY_URGENT", PRM_VALUE: "10", REMARK: "低电量紧急预警（%）" },
  { PRM_ID: "WARN_CYCLE_L1", PRM_VALUE: "5", REMARK: "成型周期一级预警（%）" },
  { PRM_ID: "WARN_CYCLE_L2", PRM_VALUE: "10", REMARK: "成型周期二级预警（%）" },
  { PRM_ID: "WARN_IDLE_L1", PRM_VALUE: "7", REMARK: "模具闲置一级预警（天）" },
  { PRM_ID: "WARN_IDLE_L2", PRM_VALUE: "30", REMARK: "模具闲置二级预警（天）" },
  { PRM_ID: "WARN_SILENT", PRM_VALUE: "24", REMARK: "信号异常预警（小时）" },
  { PRM_ID: "WARN_OFFLINE", PRM_VALUE: "7", REMARK: "离线预警（天）" },
  { PRM_ID: "WARN_RSSI", PRM_VALUE: "-110", REMARK: "弱信号阈值（dBm）" },
];

const rule = (id: string, name: string, prefix: string) => ({
  DOC_ID: id,
  DOC_NAME: name,
  PREFIX: prefix,
  IS_USE_DATE: "Y",
  DATE_TYPE: 2,
  SN_BIT: 0,
  SN_COUNT: 4,
  SNFIX: "",
});

/** Document numbering rules in addition to those that every tenant has. */
export const documentRules = [
  rule("IN", "模具点检单", "DJ"),
  rule("IV", "盘点单", "PD"),
  rule("TR", "试模单", "SM"),
  rule("MD", "改模单", "GM"),
  rule("DB", "调拨单", "DB"),
  rule("ZT", "状态变更单", "ZT"),
];
