import { defineEntity, defineEnum, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Kinds of warnings, one for each cause. Seven screens show the ten kinds, see `warningScreens`. */
export const warningKind = defineEnum("warningKind", {
  battery: "battery",
  removal: "removal",
  cycleFast: "cycleFast",
  cycleSlow: "cycleSlow",
  position: "position",
  silent: "silent",
  weakSignal: "weakSignal",
  idle: "idle",
  unbound: "unbound",
  validity: "validity",
});
export const warningLevel = defineEnum("warningLevel", { notice: 1, urgent: 2 });

/**
 * A warning about a mold or a counter. Acknowledging a warning does not close it, and a warning may be closed without
 * being acknowledged.
 */
export const warning = defineEntity({
  name: "warning",
  wire: "MOLD_WARNING",
  access: tableRights(menus.allWarnings),
  key: ["warningId"],
  fields: {
    warningId: field.int({ readOnly: true }),
    kind: field.choice(warningKind, { wire: "WARN_KIND", readOnly: true }),
    level: field.choice(warningLevel, { wire: "WARN_LEVEL", readOnly: true }),
    moldNo: field.text(50, { readOnly: true, virtual: true }),
    writerId: field.text(50, { readOnly: true, virtual: true }),
    openedAt: field.time({ wire: "OPEN_TIME", readOnly: true }),
    lastAt: field.time({ wire: "LAST_TIME", readOnly: true }),
    clearedAt: field.time({ wire: "CLEAR_TIME", readOnly: true }),
    clearedBy: field.text(50, { readOnly: true }),
    clearNote: field.text(200, { readOnly: true }),
    recurrences: field.int({ wire: "TIMES", readOnly: true }),
    acknowledgedAt: field.time({ wire: "ACK_TIME", readOnly: true }),
    acknowledgedBy: field.text(50, { wire: "ACK_BY", readOnly: true }),
    assignee: field.text(50, { readOnly: true }),
    /** Values that were measured when the warning was raised or last updated, and the thresholds at that time. */
    cause: field.json(),
  },
});
