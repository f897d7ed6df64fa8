import type { Texts } from "../types.ts";
import type { dashboard as model } from "../zh-CN/dashboard.ts";

export const dashboard: Texts<typeof model> = {
  greeting: (part, name) =>
    `${{ night: "Working late", morning: "Good morning", noon: "Good day", afternoon: "Good afternoon", evening: "Good evening" }[part]}, ${name}`,
  cards: {
    inService: "Molds in service",
    running: "Running now",
    runningShare: (percent) => `${percent} of those in service`,
    shotsToday: "Shots today",
    against: (change) => `${change} on yesterday by now`,
    noYesterday: "Nothing yesterday by now",
    utilization: "Utilization",
    utilizationNote: "run time ÷ available time",
    warnings: "Open warnings",
    warningsNone: "All is well",
    maintenance: "Maintenance due",
    maintenanceNote: "due and overdue tasks",
  },
  shortcuts: "Shortcuts",
  shortcutsEdit: "Choose",
  states: "Mold states",
  shots30: "Shots of 30 days",
  compliance: "Cycle compliance by plant",
  complianceHint: "shots within tolerance ÷ shots with a known cycle",
  places: "Where the molds are",
  placesHint: "the larger, the more molds; the green part is running",
  molds: (n) => (n === "1" ? "1 mold" : `${n} molds`),
  running: (n) => `${n} running`,
  warnings: "Latest warnings",
  warningsAll: "All warnings",
  todos: "To do",
  todo: {
    warnings: (n) => `${n} ${n === "1" ? "warning" : "warnings"} to acknowledge`,
    maintenance: (n) => `${n} maintenance ${n === "1" ? "task" : "tasks"} to do`,
    unbound: (n) => `${n} ${n === "1" ? "mold" : "molds"} without a counter`,
    silent: (n) => (n === "1" ? "1 mold is silent" : `${n} molds are silent`),
    removed: (n) => `${n} ${n === "1" ? "mold" : "molds"} with the counter taken off`,
  },
  nothing: "Nothing to do",
  nothingHint: "Warnings and due maintenance that need you are listed here.",
  noPlaces: "No plant has coordinates yet",
};
