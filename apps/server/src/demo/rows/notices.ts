/** Templates for the texts of notices in the demo tenant. */
export const noticeTemplateRows = [
  {
    TEMPLATE_ID: "WARNING",
    TEMPLATE_NAME: "现场预警",
    NOTICE_GROUP: "warning",
    SUBJECT_ZH_CN: "【{level}】{mold} {type}",
    BODY_ZH_CN:
      "{time}，{plant} 的模具 {mold}（{moldName}）发生{type}。\n计数器：{counter}\n请尽快到现场确认，并在系统中处理：{link}",
    SUBJECT_ZH_TW: "【{level}】{mold} {type}",
    BODY_ZH_TW:
      "{time}，{plant} 的模具 {mold}（{moldName}）發生{type}。\n計數器：{counter}\n請儘快到現場確認，並在系統中處理：{link}",
    SUBJECT_EN: "[{level}] {type}: {mold}",
    BODY_EN:
      "{time}: {type} at mold {mold} ({moldName}), {plant}.\nCounter: {counter}\nPlease check on site: {link}",
  },
  {
    TEMPLATE_ID: "MAINTENANCE",
    TEMPLATE_NAME: "保养提醒",
    NOTICE_GROUP: "maintenance",
    SUBJECT_ZH_CN: "{mold} {type}",
    BODY_ZH_CN:
      "模具 {mold}（{moldName}）{type}，任务 {task}。\n超期生产可能造成飞边与拉伤，请安排停机保养。",
    SUBJECT_EN: "{type}: {mold}",
    BODY_EN: "{type}: mold {mold} ({moldName}), task {task}. Please plan a stop.",
  },
  {
    TEMPLATE_ID: "ORDER_LATE",
    TEMPLATE_NAME: "订单延误通报",
    NOTICE_GROUP: "order",
    SUBJECT_ZH_CN: "订单 {order} 已过计划完成时间",
    BODY_ZH_CN:
      "订单 {order}（模具 {mold}，{plant}）到 {time} 仍未完成。\n请确认交期，必要时调整计划：{link}",
    SUBJECT_EN: "Order {order} is past its planned end",
    BODY_EN:
      "Order {order} (mold {mold}, {plant}) was not finished by {time}.\nPlease check the delivery date: {link}",
  },
] as const;

const common = {
  LEAST_LEVEL: 1,
  IS_USE: "Y",
  LANGUAGE: "zh_CN",
  PUSH_CYCLE: "once",
  AUDIENCE: "everyone",
  DEV_TYPE: "ALL",
};

/**
 * Notice rules that the demo tenant has in addition to the default rules. Every tenant has one default rule per type of
 * notice.
 */
export const noticeRuleRows = [
  {
    ...common,
    RULE_ID: "BATTERY_DAILY",
    RULE_NAME: "低电量每日汇总（换电池安排）",
    NOTICE_TYPE: "battery",
    NOTICE_STYLE: ["mail"],
    PUSH_CYCLE: "day",
    PUSH_TIME: "08:00",
    AUDIENCE: "chosen",
    TO_ROLES: ["plant"],
    TO_MAILS: ["tool-room@example.com"],
  },
  {
    ...common,
    RULE_ID: "REMOVAL_URGENT",
    RULE_NAME: "标签拆除即时邮件",
    NOTICE_TYPE: "removal",
    NOTICE_STYLE: ["mail"],
    TEMPLATE_ID: "WARNING",
    AUDIENCE: "chosen",
    TO_ROLES: ["oem", "plant"],
  },
  {
    ...common,
    RULE_ID: "ORDER_LATE_MAIL",
    RULE_NAME: "订单延误通报",
    NOTICE_TYPE: "orderLate",
    NOTICE_STYLE: ["bell", "mail"],
    TEMPLATE_ID: "ORDER_LATE",
    upTime: 60,
    AUDIENCE: "chosen",
    TO_ROLES: ["plant"],
    TO_MAILS: ["planning@example.com"],
  },
  {
    ...common,
    RULE_ID: "POSITION_MES",
    RULE_NAME: "位置异常推送至 MES",
    NOTICE_TYPE: "position",
    NOTICE_STYLE: ["webhook"],
    IS_USE: "N",
    WEBHOOK_URL: "https://mes.example.com/hooks/shotkeeper",
  },
];

/** Changes of default rules in the demo tenant. Some default rules are off at first; these are switched on here. */
export const noticeRuleChanges = [
  { RULE_ID: "STD_MAINTENANCE_DUE", IS_USE: "Y", TEMPLATE_ID: "MAINTENANCE" },
  { RULE_ID: "STD_ORDER_DONE", IS_USE: "Y" },
  { RULE_ID: "STD_MOLD_TRANSFERRED", IS_USE: "Y" },
  { RULE_ID: "STD_MOLD_SCRAPPED", IS_USE: "Y" },
  { RULE_ID: "STD_MOLD_IMPORTED", IS_USE: "Y" },
  { RULE_ID: "STD_SILENT", upTime: 30 },
];
