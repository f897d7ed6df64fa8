import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "All objects",
    changed: "What changed",
    emptyHint: "What is added, changed and deleted, and who logs in, is kept here. Nobody can alter it.",
    title: (action, target) => (action === target ? action : `${action} · ${target}`),
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
  user: {
    sections: { person: "Person", access: "Access" },
    hints: {
      userId: "To log in with: letters, digits and _ . @ -; cannot be changed later",
      roleCode: "Decides which screens there are; without a role there are none",
      orgId: "Needed where the role sees its own organization only: without it no mold is seen",
      phone: "Such as 13800000000 or +86 138 0000 0000",
    },
    online: (count) => (count > 1 ? `Online, ${count} times` : "Online"),
    noPassword: "No password",
    notLoggedIn: "This user is not logged in",
    enable: "Enable",
    disable: "Disable",
    enablePrompt: "Are you sure to enable this user?",
    disablePrompt: "Are you sure to disable this user? Their log-ins end at once.",
    forceOut: "Force out",
    forceOutPrompt: "Are you sure to end this user's log-ins now?",
    resetPassword: "Reset password",
    passwordTitle: (user) => `Reset password · ${user}`,
    passwordLead: "A new password is made. All log-ins of this user end, and a lock is lifted.",
    firstPasswordTitle: (user) => `Password · ${user}`,
    firstPasswordLead: "The user has been added. With a password they can log in.",
    makePassword: "Make a password",
    later: "Later",
    copy: "Copy the password",
    once: "It is shown this once only. Pass it on now, and ask the user to change it.",
    noted: "I have noted it",
    emptyHint: "Add a user, choose role and organization, then make a password.",
  },
  parameter: {
    known: "Warnings and maintenance",
    all: "All parameters",
    isStandard: "Standard",
    byCounter: "2 report intervals",
    putBack: "Back to the standard",
    idHint: "Such as WARN_IDLE_L1; cannot be changed later",
    emptyHint: "Everything that has been set is listed here; you may note parameters of your own.",
    standard: (value) => `Standard ${value}`,
    range: (least, most) => `${least} to ${most}`,
    bytes: (used, most) => `${used} of ${most} bytes`,
    groups: {
      battery: "Low battery",
      cycle: "Molding cycle",
      idle: "Idle molds",
      signal: "Signal",
      counter: "Counters",
      maintenance: "Daily maintenance",
      shop: "Shop",
      indicator: "Operating indicators",
    },
    words: {
      WARN_BATTERY_LOW: {
        name: "Low battery",
        effect: "At this charge or below, a low-battery notice is raised.",
      },
      WARN_BATTERY_URGENT: {
        name: "Low battery, urgent",
        effect: "At this charge or below, the warning becomes urgent. Must be less than low battery.",
      },
      WARN_BATTERY_CLEAR: {
        name: "Battery restored",
        effect: "Back at this charge or above, the warning ends by itself. Must be more than low battery.",
      },
      WARN_CYCLE_L1: {
        name: "Cycle deviation, notice",
        effect:
          "Further than this from the standard cycle, a notice is raised. The tolerance of the mold itself goes before it.",
      },
      WARN_CYCLE_L2: {
        name: "Cycle deviation, urgent",
        effect:
          "Further than this from the standard cycle, the warning becomes urgent. Must be more than the notice.",
      },
      WARN_IDLE_L1: {
        name: "Idle, notice",
        effect: "A mold in service that has made nothing for so long raises a notice.",
      },
      WARN_IDLE_L2: {
        name: "Idle, urgent",
        effect:
          "A mold in service that has made nothing for so long becomes urgent. Must be more than the notice.",
      },
      WARN_SILENT: {
        name: "Signal lost",
        effect:
          "A counter without a reading for this long raises a warning. Default: twice the counter's report interval.",
      },
      WARN_OFFLINE: {
        name: "Offline",
        effect:
          "A counter without a reading for this long is offline, which is urgent. Must be longer than “Signal lost”.",
      },
      WARN_RSSI: {
        name: "Weak signal",
        effect: "When 3 of the last 5 reports were no better than this, a weak-signal warning is raised.",
      },
      WARN_UNBOUND: {
        name: "Unbound counter",
        effect: "A valid counter that has been on no mold for so long raises a notice.",
      },
      WARN_VALIDITY: {
        name: "Data plan",
        effect: "When less than so long is left of the counter's validity, a notice is raised.",
      },
      COUNTER_AUDIT: {
        name: "Approval of registrations and replacements",
        effect:
          "With 1, a newly registered counter and a replacement take effect only after a second person approves them; with 0, at once.",
      },
      AVAILABLE_HOURS: {
        name: "Hours available a day",
        effect: "Hours a day for which a mold can be used: what utilization is measured against.",
      },
      KPI_SET_COUNT: {
        name: "Target: set-count compliance",
        effect: "Below this the figure counts as missed.",
      },
      KPI_CYCLE: {
        name: "Target: cycle compliance",
        effect: "Below this the figure counts as missed.",
      },
      KPI_RETURNS: {
        name: "Limit: returns to the maker",
        effect: "More returns than this a hundred molds and 30 days count as missed.",
      },
      KPI_UTILIZATION: {
        name: "Target: utilization",
        effect: "Below this the figure counts as missed.",
      },
      KPI_IDLE: {
        name: "Limit: idle rate",
        effect: "Above this the figure counts as missed.",
      },
      KPI_MOVES: {
        name: "Limit: changes of place",
        effect: "More changes than this a hundred molds and 30 days count as missed.",
      },
      MAINTAIN_TIMES: {
        name: "Times to put off maintenance",
        effect:
          "How often one daily task may be put off; after that it can only be done. Holds for tasks raised from now on.",
      },
      SHOP_OPEN: {
        name: "Shop open to visitors",
        effect: "At 1, visitors without a log-in see goods and general prices; at 0 they log in first.",
      },
      SHOP_FREE_AMOUNT: {
        name: "Free postage from",
        effect: "Goods for this amount travel free and are settled by contract.",
      },
      SHOP_FREE_QTY: {
        name: "Free postage for batteries from",
        effect: "A cart of batteries only (DC001, DC002) travels free from this quantity.",
      },
      SHOP_POSTAGE_CITY: { name: "Postage to Foshan", effect: "Postage when the delivery city is Foshan." },
      SHOP_POSTAGE_PROVINCE: {
        name: "Postage within Guangdong",
        effect: "Postage when the delivery province is Guangdong, Foshan aside.",
      },
      SHOP_POSTAGE_ELSEWHERE: { name: "Postage elsewhere", effect: "Postage to all other places." },
    },
  },
  dictionary: {
    dictionary: "dictionary",
    dictionaries: "Dictionaries",
    addItem: "Add an item",
    noItems: "This dictionary has no items yet",
    noItemsHint: "Items are what the forms offer to choose from.",
    hasItems: "Delete its items first",
    removePrompt: "Are you sure to delete this dictionary?",
    emptyHint: "Dictionaries hold what may be chosen everywhere, such as mold types and defects.",
    codeHint: "The program looks it up by this; cannot be changed later",
  },
  coding: {
    sections: { document: "Document", number: "Number" },
    preview: "Preview",
    hints: {
      docId: "The program numbers by it; cannot be changed later",
      serialDigits: "When they do not suffice no number is given: leave room",
    },
    emptyHint: "Say how the numbers of each kind of document are made. None comes twice, and none goes back.",
  },
};
