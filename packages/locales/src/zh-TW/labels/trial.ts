/** Labels of the menus and fields in packages/contract/src/trial. */
export const trialLabels = {
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
