import { defineImport, defineWireCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export interface BindingResult {
  readonly BIND_ID: number;
  /** Shots that moved to or from a mold because the change lies in the past. */
  readonly MOVED: number;
}

export const bindCounter = defineWireCommand<BindingResult>()({
  type: "rf_BindCounter",
  access: right(menus.binding, "A"),
  input: {
    moldNo: field.text(50, { required: true }),
    writerId: field.text(50, { required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
  },
});

export const unbindCounter = defineWireCommand<BindingResult>()({
  type: "rf_UnbindCounter",
  access: right(menus.binding, "M"),
  input: {
    writerId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
  },
});

/** Old out, new in, in one step; or a request for it, where the tenant wants a second person to pass it. */
export const replaceCounter = defineWireCommand<{
  readonly BIND_ID: number | null;
  readonly MOVED: number;
  readonly CHANGE_ID: number | null;
}>()({
  type: "rf_ReplaceCounter",
  access: right(menus.binding, "M"),
  input: {
    moldNo: field.text(50, { required: true }),
    newWriterId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
  },
});

/** Moves the ends of a binding in the past; figures are derived again from the readings. */
export const changeBinding = defineWireCommand<BindingResult>()({
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
});

/** Pairs of molds and counters from a sheet: each bound as `rf_BindCounter` binds one. */
export const importBindings = defineImport("rf_ImportBindings", menus.binding);
