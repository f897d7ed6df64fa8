/** An edited cell. Edited cells are never changed in place, so that steps of the history can share them. */
export interface EditedCell {
  /** The new value. Undefined if the text is no value. */
  readonly value: unknown;
  /** Text that is no value of the column. The cell shows it until the user corrects it. */
  readonly text?: string;
  /** Reason why the cell cannot be saved. */
  readonly error?: string;
  /** True: the error comes from the last save. The user may save the same value again. */
  readonly isRefused?: true;
  /** Value that somebody else has saved meanwhile. The user must decide between both values. */
  readonly theirs?: { readonly value: unknown };
}

/** A change of one cell. `cell` is undefined to return to the stored value. */
export interface CellEdit<R> {
  readonly row: R;
  readonly field: string;
  readonly cell: EditedCell | undefined;
}

/** What a save did with one row. */
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

/** Something that keeps a row from being saved. */
export interface Problem<R> {
  readonly key: string;
  readonly row: R;
  /** Undefined: the problem concerns the whole row. */
  readonly field: string | undefined;
  readonly text: string;
  readonly theirs?: { readonly value: unknown };
}

/** Texts that a session needs for problems that it finds itself. */
export interface SessionTexts {
  readonly conflict: (theirs: string) => string;
  readonly otherCells: string;
  readonly gone: string;
}
