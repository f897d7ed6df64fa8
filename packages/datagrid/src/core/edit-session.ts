import { editText } from "./edit.ts";
import type { CellEdit, EditedCell, Problem, RowOutcome, RowToSave, SessionTexts } from "./edit-types.ts";
import { Changes } from "./row-view.ts";
import { fieldOf, type GridColumn } from "./types.ts";

export type * from "./edit-types.ts";

interface CellChange<R> {
  readonly row: R;
  readonly key: string;
  readonly field: string;
  /** Value that was stored when the user changed the cell. */
  readonly stored: unknown;
  readonly before: EditedCell | undefined;
  readonly after: EditedCell | undefined;
}

type Step<R> = readonly CellChange<R>[];

interface EditedRow<R> {
  /** The stored row, as the data source has last returned it. */
  base: R;
  readonly cells: Map<string, EditedCell>;
  /** Error message of the last save that concerns the whole row. */
  note?: string | undefined;
  /** The stored row with the new values. Undefined until it is needed. */
  shown?: R | undefined;
  marks?: ReadonlyMap<string, EditedCell> | undefined;
}

/**
 * Changes of rows that are not saved yet, with undo and redo. The session stores the new values separately from the
 * rows. So a reload of the rows loses no change, and the session notices changes by other users.
 */
export class EditSession<R> {
  readonly subscribe: Changes["subscribe"];
  readonly version: Changes["version"];
  readonly #changes = new Changes();
  readonly #rowKey: (row: R) => string;
  readonly #rows = new Map<string, EditedRow<R>>();
  #columns: ReadonlyMap<string, GridColumn<R>> = new Map();
  #undo: Step<R>[] = [];
  #redo: Step<R>[] = [];

  constructor(rowKey: (row: R) => string) {
    this.#rowKey = rowKey;
    this.subscribe = this.#changes.subscribe;
    this.version = this.#changes.version;
  }

  setColumns(columns: readonly GridColumn<R>[]): void {
    this.#columns = new Map(columns.map((c) => [c.key, c]));
  }

  get rowCount(): number {
    return this.#rows.size;
  }

  get cellCount(): number {
    let sum = 0;
    for (const { cells } of this.#rows.values()) sum += cells.size;
    return sum;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /**
   * Returns a row with its new values. An unchanged row is returned as it is. Call this method with each row that the
   * data source returns, because it also detects that the stored row has changed.
   */
  overlay(row: R): R {
    if (this.#rows.size === 0) return row;
    const key = this.#rowKey(row);
    const edited = this.#rows.get(key);
    if (!edited) return row;
    if (edited.base !== row) {
      // Notifies the listeners later, because this method runs while the grid renders.
      queueMicrotask(() => this.#changes.emit());
      if (!this.#rebase(key, edited, row)) return row;
    }
    edited.shown ??= { ...edited.base, ...valuesOf(edited.cells) };
    return edited.shown;
  }

  /**
   * Returns the edited cells of a row by field. Returns the same map until the row changes, so that React need not
   * render the row again.
   */
  marksOf(row: R): ReadonlyMap<string, EditedCell> | undefined {
    if (this.#rows.size === 0) return undefined;
    const edited = this.#rows.get(this.#rowKey(row));
    if (!edited) return undefined;
    const { note } = edited;
    edited.marks ??= new Map(
      [...edited.cells].map(([field, cell]) => [
        field,
        note === undefined || cell.error !== undefined ? cell : { ...cell, error: note },
      ]),
    );
    return edited.marks;
  }

  /** Applies changes as one step of the undo history. Returns the number of cells that have changed. */
  apply(edits: readonly CellEdit<R>[]): number {
    const changes: CellChange<R>[] = [];
    for (const { row, field, cell } of edits) {
      const key = this.#rowKey(row);
      const edited = this.#rows.get(key);
      const before = edited?.cells.get(field);
      const base = edited?.base ?? row;
      const after = cell && this.#isStored(base, field, cell) ? undefined : cell;
      if (before === after || (before && after && isSameCell(before, after))) continue;
      changes.push({ row: base, key, field, stored: fieldOf(base, field), before, after });
      this.#put(key, base, field, after);
    }
    if (changes.length === 0) return 0;
    this.#undo.push(changes);
    this.#redo = [];
    this.#changes.emit();
    return changes.length;
  }

  /** Undoes the last step. Returns the number of changed cells, 0 if there is no step. */
  undo(): number {
    const step = this.#undo.pop();
    if (!step) return 0;
    for (const change of step.toReversed()) this.#replay(change, change.before);
    this.#redo.push(step);
    this.#changes.emit();
    return step.length;
  }

  redo(): number {
    const step = this.#redo.pop();
    if (!step) return 0;
    for (const change of step) this.#replay(change, change.after);
    this.#undo.push(step);
    this.#changes.emit();
    return step.length;
  }

  discard(): void {
    this.#rows.clear();
    this.#forget();
    this.#changes.emit();
  }

  /** Returns all reasons why changes cannot be saved, in the order in which the rows were edited. */
  problems(texts: SessionTexts, shown: (field: string, value: unknown, row: R) => string): Problem<R>[] {
    const found: Problem<R>[] = [];
    for (const [key, { base: row, cells, note }] of this.#rows) {
      if (note !== undefined) found.push({ key, row, field: undefined, text: note });
      for (const [field, { error, theirs }] of cells) {
        if (error !== undefined) found.push({ key, row, field, text: error });
        if (theirs)
          found.push({ key, row, field, text: texts.conflict(shown(field, theirs.value, row)), theirs });
      }
    }
    return found;
  }

  /** Returns the rows to save. Returns undefined while a cell is faulty or a conflict is open. */
  toSave(): RowToSave<R>[] | undefined {
    const rows: RowToSave<R>[] = [];
    for (const [key, { base, cells }] of this.#rows) {
      for (const { error, isRefused, theirs } of cells.values())
        if (theirs || (error !== undefined && !isRefused)) return undefined;
      rows.push({ key, row: base, values: valuesOf(cells) });
    }
    return rows;
  }

  /**
   * Applies the result of a save. Removes saved cells from the session, except cells that the user changed during the
   * save. Keeps refused rows with their errors. Clears the undo history if at least one row was saved, because undo
   * must not show values that are no longer stored. `sent` are all rows that the save has sent.
   */
  settle(outcomes: readonly RowOutcome<R>[], texts: SessionTexts, sent: readonly RowToSave<R>[]): void {
    const valuesByKey = new Map(sent.map(({ key, values }) => [key, values]));
    for (const outcome of outcomes) {
      const edited = this.#rows.get(outcome.key);
      if (!edited) continue;
      edited.note = undefined;
      if (outcome.saved) this.#saved(outcome.key, edited, valuesByKey.get(outcome.key) ?? {});
      else if ("errors" in outcome) this.#refuse(edited, outcome.errors);
      else if (outcome.current === undefined) edited.note = texts.gone;
      else if (this.#rebase(outcome.key, edited, outcome.current)) {
        const isOpen = [...edited.cells.values()].some((cell) => cell.theirs);
        if (!isOpen) edited.note = texts.otherCells;
      }
      edited.marks = undefined;
    }
    if (outcomes.some((o) => o.saved)) this.#forget();
    this.#changes.emit();
  }

  /** Resolves a conflict as one undo step. Keeps the user's value, or takes the value that somebody else has saved. */
  resolve(row: R, field: string, keep: "mine" | "theirs"): void {
    const cell = this.#rows.get(this.#rowKey(row))?.cells.get(field);
    if (!cell?.theirs) return;
    const { theirs: _theirs, ...mine } = cell;
    this.apply([{ row, field, cell: keep === "mine" ? mine : undefined }]);
  }

  #saved(key: string, edited: EditedRow<R>, values: Readonly<Record<string, unknown>>): void {
    for (const [field, { value, text }] of edited.cells)
      if (field in values && values[field] === (text ?? value)) edited.cells.delete(field);
    edited.base = { ...edited.base, ...values };
    edited.shown = undefined;
    if (edited.cells.size === 0) this.#rows.delete(key);
  }

  #refuse(edited: EditedRow<R>, errors: readonly { field?: string | undefined; text: string }[]): void {
    for (const { field, text } of errors) {
      const cell = field === undefined ? undefined : edited.cells.get(field);
      if (cell && field !== undefined) edited.cells.set(field, { ...cell, error: text, isRefused: true });
      else edited.note = edited.note === undefined ? text : `${edited.note} ${text}`;
    }
  }

  #forget(): void {
    this.#undo = [];
    this.#redo = [];
  }

  /** Sets a cell for undo or redo. Marks a conflict if the stored value has changed since the user edited the cell. */
  #replay({ key, row, field, stored }: CellChange<R>, cell: EditedCell | undefined): void {
    const base = this.#rows.get(key)?.base ?? row;
    const current = fieldOf(base, field);
    const isOutdated = cell !== undefined && !this.#isEqual(field, stored, current);
    this.#put(key, base, field, isOutdated ? { ...cell, theirs: { value: current } } : cell);
  }

  #put(key: string, row: R, field: string, cell: EditedCell | undefined): void {
    let edited = this.#rows.get(key);
    if (!edited) {
      if (!cell) return;
      edited = { base: row, cells: new Map() };
      this.#rows.set(key, edited);
    }
    if (cell) edited.cells.set(field, cell);
    else edited.cells.delete(field);
    edited.shown = undefined;
    edited.marks = undefined;
    edited.note = undefined;
    if (edited.cells.size === 0) this.#rows.delete(key);
  }

  /**
   * Replaces the stored row. If the stored value of an edited cell has changed, the cell gets a conflict. If the new
   * stored value equals the edited value, the cell is no longer an edit. Returns false if no edited cell is left.
   */
  #rebase(key: string, edited: EditedRow<R>, fresh: R): boolean {
    for (const [field, cell] of edited.cells) {
      const [before, after] = [fieldOf(edited.base, field), fieldOf(fresh, field)];
      if (this.#isEqual(field, before, after)) continue;
      if (cell.text === undefined && this.#isEqual(field, cell.value, after)) edited.cells.delete(field);
      else edited.cells.set(field, { ...cell, theirs: { value: after } });
    }
    edited.base = fresh;
    edited.shown = undefined;
    edited.marks = undefined;
    if (edited.cells.size === 0) this.#rows.delete(key);
    return edited.cells.size > 0;
  }

  #isStored(base: R, field: string, cell: EditedCell): boolean {
    return cell.text === undefined && !cell.theirs && this.#isEqual(field, fieldOf(base, field), cell.value);
  }

  /** Compares values as the column's editor shows them, because a data source may send "1" for the number 1. */
  #isEqual(field: string, a: unknown, b: unknown): boolean {
    if (a === b) return true;
    const column = this.#columns.get(field);
    return column !== undefined && editText(column, a) === editText(column, b);
  }
}

const isSameCell = (a: EditedCell, b: EditedCell): boolean =>
  a.value === b.value && a.text === b.text && a.error === b.error && a.theirs === b.theirs;

function valuesOf(cells: ReadonlyMap<string, EditedCell>): Record<string, unknown> {
  return Object.fromEntries([...cells].map(([field, { value, text }]) => [field, text ?? value]));
}
