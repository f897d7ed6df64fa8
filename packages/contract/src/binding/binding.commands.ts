import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Shots that moved to or from a mold because the change lies in the past. */
const moved = field.int({ required: true, unit: "shots" });
const changedBinding = { bindingId: field.int({ wire: "BIND_ID", required: true }), moved } as const;

export const bindCounter = defineCommand({
  type: "rf_BindCounter",
  access: right(menus.binding, "A"),
  input: {
    moldNo: field.text(50, { required: true }),
    writerId: field.text(50, { required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
  },
  output: changedBinding,
});

export const unbindCounter = defineCommand({
  type: "rf_UnbindCounter",
  access: right(menus.binding, "M"),
  input: {
    writerId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
  },
  output: changedBinding,
});

/** Replaces a mold's counter in one step. Where the tenant requires a second person, it makes a request instead. */
export const replaceCounter = defineCommand({
  type: "rf_ReplaceCounter",
  access: right(menus.binding, "M"),
  input: {
    moldNo: field.text(50, { required: true }),
    newWriterId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
  },
  output: {
    /** The new binding; null for a request. */
    bindingId: field.int({ wire: "BIND_ID" }),
    moved,
    /** The request; null when the counter was replaced. */
    changeId: field.int(),
  },
});

/** Moves the ends of a binding, also in the past. Figures are derived again from the readings. */
export const changeBinding = defineCommand({
  type: "rf_ChangeBinding",
  access: right(menus.binding, "M"),
  input: {
    bindId: field.int({ wire: "BIND_ID", required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
    reason: field.text(200, { required: true }),
  },
  output: changedBinding,
});

/** Imports pairs of molds and counters. Each pair is bound as `rf_BindCounter` binds one. */
export const importBindings = defineImport("rf_ImportBindings", menus.binding);
