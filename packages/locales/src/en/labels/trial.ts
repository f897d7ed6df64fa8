/** Labels of the menus and fields in packages/contract/src/trial. */
export const trialLabels = {
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
