import type { Texts } from "../types.ts";
import type { dataOut as model } from "../zh-CN/data-out.ts";

export const dataOut: Texts<typeof model> = {
  tabs: { schedules: "計畫", files: "檔案" },
  sections: { what: "內容", where: "位置" },
  hints: {
    exportId: "字母、數字、- 和 _；儲存後不能修改",
    datasets: "只能選擇您自己可以檢視的資料",
    exportSince: "儲存後不能修改",
    waitHours: "之後才到的讀數不在檔案中；重新寫入即可包含。",
    targetFolder: "如 bi/plant1；留空則不建資料夾",
    s3Endpoint: "不含儲存桶，如 https://s3.eu-central-1.amazonaws.com",
    s3KeyId: "儲存後，用該列的操作設定存取金鑰",
  },
  download: "下載",
  downloadTitle: "下載檔案",
  range: "時間範圍",
  downloaded: "檔案已下載",
  noFolder: "此伺服器未提供資料夾（未設定 EXPORT_DIR）。請選擇 S3 儲存，或聯絡維運人員。",
  secret: "設定存取金鑰",
  secretTitle: (name) => `存取金鑰 · ${name}`,
  secretLead: "金鑰加密儲存，之後無法再次檢視。",
  again: "重新寫入",
  againMany: (n) => `重新寫入 ${n} 個`,
  queued: (n) => `將重新寫入 ${n} 個檔案`,
  all: "全部",
  failed: "失敗",
  emptyHint: "匯出計畫把每天或每小時的資料寫成檔案，供其他程式使用。",
  filesEmpty: "沒有檔案",
  filesEmptyHint: "第一個週期結束後寫入第一個檔案。",
};
