/** Daily maintenance. */
export const maintenance = {
  progress: "已运行 / 间隔",
  deferrals: "延期次数",
  finish: "完成",
  finishTitle: (mold: string) => `完成保养 · ${mold}`,
  finishLead: (hours: string) => `距上次保养已运行 ${hours} 小时。完成后重新开始计时。`,
  finished: "已完成保养",
  defer: "延期",
  deferTitle: (mold: string) => `延期保养 · ${mold}`,
  deferLead: (done: number, limit: number) => `已延期 ${done} 次，最多 ${limit} 次。超过后任务将逾期并上报。`,
  deferred: "已延期",
  imageHint: "照片将随保养记录保存，最多 9 张",
  delayed: "延期过",
  empty: {
    today: "今天没有要做的保养",
    deferred: "没有延期未做的保养",
    done: "还没有完成的保养",
  },
  emptyHint: {
    today: "模具累计运行达到保养间隔时，任务会自动出现在这里。",
    deferred: "延期的任务到期前都列在这里。",
    done: "完成的保养会留在这里备查。",
  },
};
