/** Labels of what packages/contract/src/warning declares: menus and fields. */
export const warningLabels = {
  menus: {
    warningSection: "Early warnings",
    allWarnings: "All warnings",
    batteryWarnings: "Low battery",
    removalWarnings: "Label removal",
    cycleWarnings: "Molding cycle",
    positionWarnings: "Position abnormality",
    signalWarnings: "Signal abnormality",
    idleWarnings: "Idle molds",
    unboundWarnings: "Unbound counters",
  },
  fields: {
    warningIds: "Warnings",
    // warnings
    batteryDaysLeft: "Lasts about",
    silentHours: "No reading for",
    idleDays: "Idle for",
    unboundDays: "Unbound for",
    unboundShots: "Shots while unbound",
    // warning
    warningId: "Warning no.",
    level: "Level",
    openedAt: "Opened",
    lastAt: "Last occurred",
    clearedAt: "Closed",
    clearedBy: "Closed by",
    clearNote: "Closing note",
    recurrences: "Recurrences",
    acknowledgedAt: "Acknowledged",
    acknowledgedBy: "Acknowledged by",
    cause: "Cause",
    isOpen: "Open",
    causeGone: "Cause is gone",
  },
};
