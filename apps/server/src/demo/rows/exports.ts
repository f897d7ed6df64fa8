import { menus } from "@shotkeeper/contract/menus";
import { noticeRuleRows, noticeTemplateRows } from "./notices.ts";

/** Schedules of the demo tenant that write data as files. They are off, because the demo has no place for the files. */
const dataExportRows = [
  {
    EXPORT_ID: "BI_DAILY",
    EXPORT_NAME: "数据仓库日导出",
    IS_USE: "N",
    DATASETS: ["hours", "outputs", "tasks", "orders"],
    DATA_FORMAT: "parquet",
    EXPORT_PERIOD: "day",
    EXPORT_SINCE: "2026-01-01",
    WAIT_HOURS: 6,
    EXPORT_TARGET: "s3",
    TARGET_FOLDER: "shotkeeper",
    S3_ENDPOINT: "https://s3.example.com",
    S3_REGION: "cn-east-1",
    S3_BUCKET: "factory-data",
    S3_KEY_ID: "SHOTKEEPER",
  },
  {
    EXPORT_ID: "READINGS_HOURLY",
    EXPORT_NAME: "原始读数（每小时）",
    IS_USE: "N",
    DATASETS: ["readings"],
    DATA_FORMAT: "csv",
    EXPORT_PERIOD: "hour",
    EXPORT_SINCE: "2026-01-01",
    WAIT_HOURS: 24,
    EXPORT_TARGET: "folder",
    TARGET_FOLDER: "readings",
  },
];

/** Rows for notices and for files that the server writes for other programs. Each entry: screen, table and rows. */
export const outgoingRows = [
  [menus.notice, "SYS_NOTICE_TEMPLATE", noticeTemplateRows],
  [menus.notice, "SYS_NOTICE", noticeRuleRows],
  [menus.dataOut, "SYS_DATA_EXPORT", dataExportRows],
] as const;
