/** Labels of the menus and fields in packages/contract/src/trial. */
export const en = {
  menus: {
    trialSection: "Mold trials",
    oldMoldTrial: "Old-mold trials",
  },
  fields: {
    trialId: "Trial no.",
    trialReason: "Reason for the trial",
    requester: "Requested by",
    trialDate: "Planned for",
    parameters: "Parameters",
    trialStat: "Trial result",
    findings: "Findings",
    sampleCount: "Samples",
    sampleNote: "Sample note",
    closedBy: "Confirmed by",
    closedAt: "Completed",
    busyTrial: "Ongoing trial",
    endTime: "End",
  },
};

export const zhCN: typeof en = {
  menus: {
    trialSection: "试模管理",
    oldMoldTrial: "旧模试模管理",
  },
  fields: {
    trialId: "试模单号",
    trialReason: "试模原因",
    requester: "申请人",
    trialDate: "计划试模时间",
    parameters: "工艺参数",
    trialStat: "试模结果",
    findings: "试模记录",
    sampleCount: "样件数",
    sampleNote: "样件说明",
    closedBy: "确认人",
    closedAt: "完成时间",
    busyTrial: "模具正在试模",
    endTime: "结束时间",
  },
};

export const zhTW: typeof en = {
  menus: {
    trialSection: "試模管理",
    oldMoldTrial: "舊模試模管理",
  },
  fields: {
    trialId: "試模單號",
    trialReason: "試模原因",
    requester: "申請人",
    trialDate: "預計試模時間",
    parameters: "製程參數",
    trialStat: "試模結果",
    findings: "試模紀錄",
    sampleCount: "樣品數",
    sampleNote: "樣品說明",
    closedBy: "確認人",
    closedAt: "完成時間",
    busyTrial: "模具正在試模",
    endTime: "結束時間",
  },
};
