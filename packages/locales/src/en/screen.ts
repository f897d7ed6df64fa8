import type { Texts } from "../types.ts";
import type { screen as model } from "../zh-CN/screen.ts";
import { counted } from "./plural.ts";

export const screen: Texts<typeof model> = {
  searchIn: "Search in",
  // Within a sentence, a label begins with a lower-case letter: "Customer no." → "customer no.". An abbreviation such
  // as "OEM" stays unchanged.
  searchFor: (label) => `Search ${label.replace(/^[A-Z](?=[a-z])/, (c) => c.toLowerCase())}`,
  firstOf: (shown, total) => `The first ${shown} of ${total}`,
  aboutRows: (total) => `about ${total} rows`,
  table: {
    edit: "Edit as table",
    close: "Close editing",
    moved: "The list has changed meanwhile. Nothing was moved.",
  },
  empty: {
    title: (noun) => `${noun}: nothing here yet`,
  },
  form: {
    add: (noun) => `Add · ${noun}`,
    edit: (key) => `Edit ${key}`,
    picked: { roleCode: "Role", orgId: "Organization" },
    tooLong: (most) => `At most ${most} characters`,
    tooSmall: (least) => `Must be at least ${least}`,
    tooLarge: (most) => `Must be at most ${most}`,
    tooPrecise: (decimals) => `At most ${counted(decimals, "decimal")}`,
    invalid: "This does not have the right form",
    notChosen: (text) => `“${text}” was not chosen from the list`,
    onlyFirst: (count) => `Only the first ${count} are listed. Type to find others.`,
    lostTitle: "Somebody else changed this record",
    lostBy: (user, time) => `${user} saved it at ${time}, while you were editing.`,
    lostMine: (value) => `You entered “${value}”, which is kept`,
    lostLead:
      "You can load the latest version: what you changed is kept, so that you can check it and save again.",
    lostReload: "Load the latest version",
    rebased: "The latest version is loaded and your changes are kept. Please check them and save again.",
    gone: "This record has been deleted",
  },
  views: {
    title: "Views",
    standard: "Standard view",
    save: "Save this view",
    overwrite: (name) => `Save the current filters and columns as ${name}`,
    overwritten: (name) => `View ${name} saved`,
    shared: "shared",
    sharedBy: (user) => `by ${user}`,
    shareHint: "Colleagues of your company see the view. Everyone sees only rows that they may see.",
  },
  detail: { now: "Right now", record: "Record" },
  photos: {
    add: "Add photos",
    photo: (n) => `Photo ${n}`,
    remove: (n) => `Remove photo ${n}`,
  },
  history: {
    empty: "No changes recorded yet",
  },
};
