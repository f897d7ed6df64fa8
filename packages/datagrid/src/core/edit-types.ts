/**
 * An edited cell. Code never changes an EditedCell in place, because several steps of the undo history may refer to one
 * object.
 */
export interface EditedCell {
  /** The new value. Undefined if the typed text is not a valid value. */
  readonly value: unknown;
  /** Typed text that is not a valid value of the column. The cell shows it until the user corrects it. */
  readonly text?: string;
  /** Reason why the cell cannot be saved. */
  readonly error?: string;
  /** True: the error comes from the last save. The user may save the same value again. */
  readonly isRefused?: true;
  /** Value that somebody else has saved meanwhile. The user must decide between both values. */
  readonly theirs?: { readonly value: unknown };
}

/** A change of one cell. If `cell` is undefined, the cell returns to its stored value. */
export interface CellEdit<R> {
  readonly row: R;
  readonly field: string;
  readonly cell: EditedCell | undefined;
}

/** Result of a save for one row. */
export type RowOutcome<R> =
  | { readonly key: string; readonly saved: true }
  /** The row was refused. Errors without a field concern the whole row. */
  | {
      readonly key: string;
      readonly saved: false;
      readonly errors: readonly { readonly field?: string | undefined; readonly text: string }[];
    }
  /** Somebody else has changed the row. `current` is the row as it is now; undefined if it no longer exists. */
  | { readonly key: string; readonly saved: false; readonly current: R | undefined };

/** A row to save: the row as it was read, and its new values by field. */
export interface RowToSave<R> {
  readonly key: string;
  readonly row: R;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A reason why a row cannot be saved. */
export interface Problem<R> {
  readonly key: string;
  readonly row: R;
  /** Undefined: the problem concerns the whole row. */
  readonly field: string | undefined;
  readonly text: string;
  readonly theirs?: { readonly value: unknown };
}

/** Texts for the problems that an edit session detects without the server. */
export interface SessionTexts {
  readonly conflict: (theirs: string) => string;
  readonly otherCells: string;
  readonly gone: string;
}
