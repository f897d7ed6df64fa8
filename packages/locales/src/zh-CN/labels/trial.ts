/** Labels of the menus and fields in packages/contract/src/trial. */
export const trialLabels = {
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
