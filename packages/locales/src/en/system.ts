import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "All objects",
    changed: "Changes",
    emptyHint:
      "The log records every added, changed and deleted record and every log-in. Nobody can change it.",
    title: (action, target) => (action === target ? action : `${action} · ${target}`),
    nothing: "No changed fields",
    download: "Export JSON Lines",
    downloaded: "The log was exported",
    chain: "Integrity",
    chainHint:
      "Each entry gets a hash over the entry before. A check finds entries that were changed or removed.",
    check: "Check now",
    fits: (lines) => `${lines} lines fit`,
    unchecked: "Not checked yet",
    broken: (line) => `Line ${line} does not fit`,
    chainLines: "Lines in the chain",
    chainHash: "Last hash",
    chainWaiting: "Entries not in the chain yet",
    checkedAt: "Checked at",
    brokenReason: "Reason",
    was: "Before",
    is: "After",
    targets: { session: "Log-in", SYS_DICT_ITEM: "Dictionary items", QUARANTINE: "Quarantined readings" },
  },
  organization: {
    tree: "Structure",
    sections: { identity: "Identity", place: "Place and geofence" },
    hints: {
      type: "Decides which molds its users see; cannot be changed later",
      radius: "A mold outside this radius raises a position warning; at least 300 m is recommended",
      longitude: "WGS84; enter both longitude and latitude",
    },
    emptyHint: "Add OEMs, injection plants and mold makers first: molds and users belong to them.",
  },
  role: {
    assign: "Permissions",
    assignTitle: (name) => `Permissions · ${name}`,
    lead: "Saved changes take effect at once, also for signed-in users.",
    screen: "Screen",
    actions: { Q: "Query", A: "Add", M: "Modify", D: "Delete", C: "Correct counts", S: "Scrap" },
    all: "All",
    given: (given, of) => `${given} / ${of}`,
    takeOver: "Copy from another role",
    viewAs: "View as a user",
    viewAfterSaving: "Save the permissions first: opening the view loses unsaved changes",
    noUsers: "No other enabled user has this role",
    find: "Find a screen",
    shown: "Shown screens",
    right: (screen, action) => `${screen}: ${action}`,
    hints: {
      requireSecondFactor: "A log-in by password needs a second step",
      requireSso: "Users of this role cannot use a password, unless the role may change the single sign-on",
      roleCode: "Letters, digits, - and _; cannot be changed later",
      dataScope: "Own organization: only the molds and counters of the user's organization",
    },
    emptyHint: "Add a role for each group of users, then assign permissions.",
  },
  user: {
    sections: { person: "Person", access: "Access" },
    hints: {
      userId: "For logging in: letters, digits and _ . @ -; cannot be changed later",
      roleCode: "Decides which screens the user may open; without a role there are none",
      orgId: "Required if the role's data scope is the own organization: otherwise the user sees no molds",
      phone: "For example 13800000000 or +86\u00a0138\u00a00000\u00a00000",
    },
    online: (count) => (count > 1 ? `Online, ${count} sessions` : "Online"),
    noPassword: "No password",
    notLoggedIn: "This user is not logged in",
    enable: "Enable",
    disable: "Disable",
    enablePrompt: "Enable this user?",
    disablePrompt: "Disable this user? All sessions of the user end at once.",
    forceOut: "End sessions",
    forceOutPrompt: "End all sessions of this user now?",
    viewAs: "View as this user",
    viewAsPrompt: (name) =>
      `See the product as ${name}? You can look at what this user sees, and change nothing. ` +
      "The view ends after 30 minutes. The system log records it.",
    resetPassword: "Reset password",
    resetSecondFactor: "Reset second factor",
    resetSecondFactorPrompt:
      "Delete the authenticator app, passkeys and recovery codes of this user, and end all sessions?",
    passwordTitle: (user) => `Reset password · ${user}`,
    passwordLead: "A new password is generated. All sessions of the user end, and a lock-out is lifted.",
    firstPasswordTitle: (user) => `Password · ${user}`,
    firstPasswordLead: "The user was added and needs a password to log in.",
    makePassword: "Generate password",
    later: "Later",
    copy: "Copy password",
    once: "The password is shown only once. Pass it on now and ask the user to change it.",
    noted: "Done",
    emptyHint: "Add a user, select role and organization, then generate a password.",
  },
  parameter: {
    known: "Warnings and maintenance",
    all: "All parameters",
    isStandard: "Default",
    byCounter: "2 report intervals",
    putBack: "Restore default",
    idHint: "For example WARN_IDLE_L1; cannot be changed later",
    emptyHint: "All set parameters are listed here. You may add your own.",
    standard: (value) => `Default ${value}`,
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
      security: "Security",
      indicator: "Operating indicators",
    },
    words: {
      WARN_BATTERY_LOW: {
        name: "Low battery",
        effect: "A charge at or below this value raises a warning.",
      },
      WARN_BATTERY_URGENT: {
        name: "Low battery, urgent",
        effect: "A charge at or below this value makes the warning urgent. Must be less than low battery.",
      },
      WARN_BATTERY_CLEAR: {
        name: "Battery restored",
        effect: "A charge at or above this value ends the warning. Must be more than low battery.",
      },
      WARN_CYCLE_L1: {
        name: "Cycle deviation, notice",
        effect:
          "A larger deviation from the standard cycle raises a warning. A mold's own tolerance takes precedence.",
      },
      WARN_CYCLE_L2: {
        name: "Cycle deviation, urgent",
        effect:
          "A larger deviation from the standard cycle makes the warning urgent. Must be more than the notice.",
      },
      WARN_IDLE_L1: {
        name: "Idle, notice",
        effect: "A mold in service without shots for this long raises a warning.",
      },
      WARN_IDLE_L2: {
        name: "Idle, urgent",
        effect: "After this long without shots the warning becomes urgent. Must be more than the notice.",
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
        effect: "If 3 of the last 5 readings had at most this signal strength, a warning is raised.",
      },
      WARN_UNBOUND: {
        name: "Unbound counter",
        effect: "A valid counter that is not bound to a mold for this long raises a warning.",
      },
      WARN_VALIDITY: {
        name: "Data plan",
        effect: "A counter whose validity ends within this time raises a warning.",
      },
      COUNTER_AUDIT: {
        name: "Approval of registrations and replacements",
        effect:
          "1: registrations and replacements of counters need the approval of a second user. 0: they take effect at once.",
      },
      READING_MONTHS: {
        name: "Months of single readings",
        effect:
          "Months whose single readings stay in the database. Older months go to the archive: totals, hours and explanations stay the same. 0: keep all.",
      },
      AVAILABLE_HOURS: {
        name: "Available hours per day",
        effect: "Hours per day in which a mold can produce. Utilization is measured against them.",
      },
      KPI_SET_COUNT: {
        name: "Target: set-count compliance",
        effect: "A figure below this value misses the target.",
      },
      KPI_CYCLE: {
        name: "Target: cycle compliance",
        effect: "A figure below this value misses the target.",
      },
      KPI_RETURNS: {
        name: "Limit: returns to the maker",
        effect: "More returns per 100 molds and 30 days exceed the limit.",
      },
      KPI_UTILIZATION: {
        name: "Target: utilization",
        effect: "A figure below this value misses the target.",
      },
      KPI_IDLE: {
        name: "Limit: idle rate",
        effect: "A figure above this value exceeds the limit.",
      },
      KPI_MOVES: {
        name: "Limit: changes of place",
        effect: "More changes per 100 molds and 30 days exceed the limit.",
      },
      MAINTAIN_TIMES: {
        name: "Maximum deferrals of maintenance",
        effect: "How often a daily task may be deferred before it must be done. Applies to new tasks.",
      },
      MAINTAIN_DEFER_DAYS: {
        name: "Longest deferral of maintenance",
        effect:
          "How many days a deferral of a maintenance task may last, counted from the day of the deferral.",
      },
      MAINTAIN_DAY_HOURS: {
        name: "Maintenance hours per person and day",
        effect: "The maintenance calendar marks a person's day as over capacity above this estimated time.",
      },
      MAINTAIN_DAY_TASKS: {
        name: "Maintenance tasks per person and day",
        effect: "The maintenance calendar marks a person's day as over capacity above this number of tasks.",
      },
      ONE_PERSON_STEPS: {
        name: "One person may audit own documents",
        effect:
          "1: in an organization with a single user, this user may also review, audit or confirm own documents; the log says so. 0: a second person is always needed.",
      },
      SHOP_OPEN: {
        name: "Shop open to visitors",
        effect: "1: visitors see goods and public prices without a log-in. 0: they must log in first.",
      },
      SHOP_PAY_DAYS: {
        name: "Days to pay",
        effect:
          "An order that is not paid after this many days is cancelled and its stock is released. 0: never.",
      },
      SHOP_FREE_AMOUNT: {
        name: "Free postage from",
        effect: "Orders of at least this amount are free of postage and settled by contract.",
      },
      SHOP_FREE_QTY: {
        name: "Free postage for batteries from",
        effect: "A cart with only batteries (DC001, DC002) is free of postage from this quantity.",
      },
      SHOP_POSTAGE_CITY: { name: "Postage to Foshan", effect: "Postage if the delivery city is Foshan." },
      SHOP_POSTAGE_PROVINCE: {
        name: "Postage within Guangdong",
        effect: "Postage if the delivery province is Guangdong, except Foshan.",
      },
      SHOP_POSTAGE_ELSEWHERE: { name: "Postage elsewhere", effect: "Postage to all other places." },
      PASSWORD_MIN_LENGTH: {
        name: "Shortest password",
        effect: "Passwords that users choose need at least this number of characters.",
      },
    },
  },
  dictionary: {
    dictionary: "Dictionary",
    dictionaries: "Dictionaries",
    addItem: "Add item",
    noItems: "No items",
    noItemsHint: "Forms offer the items as choices.",
    hasItems: "Delete its items first",
    removePrompt: "Delete this dictionary? This cannot be undone.",
    emptyHint: "Dictionaries hold the choices of forms, such as mold types and defects.",
    codeHint: "Key of the dictionary in the program; cannot be changed later",
  },
  coding: {
    sections: { document: "Document", number: "Number" },
    preview: "Preview",
    hints: {
      docId: "Key of the rule in the program; cannot be changed later",
      serialDigits: "When the digits are used up, no more numbers can be given: choose enough",
    },
    emptyHint: "Define the numbers of each kind of document. Numbers are unique and only increase.",
  },
};
