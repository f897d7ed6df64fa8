import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "All objects",
    changed: "What changed",
    emptyHint: "What is added, changed and deleted, and who logs in, is kept here. Nobody can alter it.",
    title: (action, target) => `${action} · ${target}`,
    nothing: "No field changed here",
    was: "Before",
    is: "After",
    targets: { session: "Log-in", SYS_DICT_ITEM: "Dictionary items", QUARANTINE: "Held readings" },
  },
  organization: {
    tree: "Structure",
    sections: { identity: "Identity", place: "Place and geofence" },
    hints: {
      type: "Decides which molds its people see; cannot be changed later",
      radius: "A mold that leaves this circle raises a position warning; 300 m or more is wise",
      longitude: "WGS84; longitude and latitude go together",
    },
    emptyHint: "Begin with the OEMs, injection plants and mold makers: molds and users belong to them.",
  },
  role: {
    assign: "Permissions",
    assignTitle: (name) => `Permissions · ${name}`,
    lead: "Takes effect at once: whoever is logged in sees the change right away.",
    screen: "Screen",
    actions: { Q: "View", A: "Add", M: "Change", D: "Delete" },
    all: "All",
    given: (given, of) => `${given} / ${of}`,
    takeOver: "Take over another role's",
    right: (screen, action) => `${screen}: ${action}`,
    hints: {
      roleCode: "Letters, digits, - and _; cannot be changed later",
      dataScope: "Own organization: only the molds and counters of the user's organization",
    },
    emptyHint: "Make a role for each kind of person, then give it permissions.",
  },
};
