import type { Texts } from "../types.ts";
import type { maintenance as model } from "../zh-CN/maintenance.ts";

export const maintenance: Texts<typeof model> = {
  progress: "已運轉 / 間隔",
  deferrals: "延期次數",
  finish: "完成",
  finishTitle: (mold) => `完成保養 · ${mold}`,
  finishLead: (hours) => `距上次保養已運轉 ${hours} 小時。完成後重新起算。`,
  finished: "已完成保養",
  defer: "延期",
  deferTitle: (mold) => `延期保養 · ${mold}`,
  deferLead: (done, limit) => `已延期 ${done} 次，最多 ${limit} 次。超過後任務將逾期並回報。`,
  deferred: "已延期",
  imageHint: "照片將隨保養記錄保存，最多 9 張",
  delayed: "延期過",
  empty: {
    today: "今天沒有要做的保養",
    deferred: "沒有延期未做的保養",
    done: "尚無完成的保養",
  },
  emptyHint: {
    today: "模具累計運轉達到保養間隔時，任務會自動出現在這裡。",
    deferred: "延期的任務到期前都列在這裡。",
    done: "完成的保養會留在這裡備查。",
  },
};
