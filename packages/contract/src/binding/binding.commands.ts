import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { countPreview } from "../mold/count-preview.ts";
import { binding } from "./binding.entity.ts";

/**
 * Size of the change that the command made to the shots of bindings: the sum of absolute changes. A binding that gains
 * 5 shots and one that loses 3 give 8. A binding that moves to another mold counts with all its shots.
 */
const moved = field.int({ required: true, unit: "shots" });
const changedBinding = { bindingId: field.int({ wire: "BIND_ID", required: true }), moved } as const;

/** Input fields for the replacement of a mold's counter. */
export const replacement = {
  /** Time at which the old counter stopped counting. Null: the old counter counted until the replacement. */
  stoppedAt: field.time({ wire: "STOP_TIME" }),
  /**
   * Count that the old counter showed when it stopped. Null: unknown; then only the counts of the old counter's
   * readings are used.
   */
  oldCount: field.int({ min: 0, max: 1e12 }),
  /** Time at which the binding of the new counter begins. Null: now. */
  bindTime: field.time(),
  /** Count that the new counter showed when it was bound. */
  newCount: field.int({ min: 0, max: 1e12 }),
  /**
   * True: the server estimates the shots that no counter counted, and adds them to the mold's total. The caller then
   * also needs the right to correct counts.
   */
  addMissed: field.flag(),
} as const;

export const bindCounter = defineCommand({
  type: "rf_BindCounter",
  access: right(menus.binding, "A"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    writerId: field.text(50, { required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
  },
  output: changedBinding,
  preview: countPreview,
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
  preview: countPreview,
});

/**
 * Replaces a mold's counter in one step. If the tenant requires the approval of a second person, only creates a request
 * (`counterChange`). No counter counts the shots between the old counter's last known count and the beginning of the
 * new binding. The preview shows an estimate of these shots.
 */
export const replaceCounter = defineCommand({
  type: "rf_ReplaceCounter",
  access: right(menus.binding, "M"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    newWriterId: field.text(50, { required: true }),
    ...replacement,
    reason: field.text(200, { required: true }),
  },
  output: {
    /** Id of the new binding; null if only a request was created. */
    bindingId: field.int({ wire: "BIND_ID" }),
    moved,
    /** Estimated shots that were added to the mold's total; 0 without `addMissed`. */
    missed: field.int({ required: true, unit: "shots" }),
    /** Id of the created request; null if the server replaced the counter at once. */
    changeId: field.int(),
  },
  preview: countPreview,
});

/**
 * Changes the beginning or end of a binding, also in the past, or moves the binding to another mold. The server then
 * recomputes the shots from the readings.
 */
export const changeBinding = defineCommand({
  type: "rf_ChangeBinding",
  access: right(menus.binding, "M"),
  input: {
    bindId: field.int({ wire: "BIND_ID", required: true }),
    /** Mold to which the binding moves. Null: the binding stays on its mold. */
    moldNo: field.text(50, { reference: "BS_MOLD" }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
    reason: field.text(200, { required: true }),
  },
  output: changedBinding,
  preview: countPreview,
});

/**
 * Imports bindings from a file. Each row names a mold and a counter. The server treats each row like a call of
 * `rf_BindCounter`.
 */
export const importBindings = defineImport("rf_ImportBindings", binding);
