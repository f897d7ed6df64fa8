import type { EditSession } from "./edit-session.ts";
import type { Line, RowView } from "./row-view.ts";
import type { RowWindow } from "./scroller.ts";
import type { GridPage, GridQuery } from "./types.ts";

/** Row view (row-view.ts) that shows the rows of another view with the unsaved changes of an edit session. */
export class EditedView<R> implements RowView<R> {
  readonly subscribe: RowView<R>["subscribe"];
  readonly line?: (index: number) => Line | undefined;
  readonly toggle?: (index: number) => boolean;
  readonly #view: RowView<R>;
  readonly #session: EditSession<R>;

  constructor(view: RowView<R>, session: EditSession<R>) {
    this.#view = view;
    this.#session = session;
    if (view.line) this.line = (index) => view.line?.(index);
    if (view.toggle) this.toggle = (index) => view.toggle?.(index) ?? false;
    this.subscribe = (listener) => {
      const ends = [view.subscribe(listener), session.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    };
  }

  // Version number, by which React sees that the view has changed. It is the sum of the version numbers of the rows and
  // of the user's edits. Both only grow, so each change of either changes the sum.
  readonly version = (): number => this.#view.version() + this.#session.version();

  get total(): number | undefined {
    return this.#view.total;
  }

  get rowTotal(): number | undefined {
    return this.#view.rowTotal;
  }

  get totals(): Readonly<Record<string, number>> | undefined {
    return this.#view.totals;
  }

  get loading(): boolean {
    return this.#view.loading;
  }

  get error(): unknown {
    return this.#view.error;
  }

  get(index: number): R | undefined {
    const row = this.#view.get(index);
    return row === undefined ? undefined : this.#session.overlay(row);
  }

  ensure(shown: RowWindow, page?: RowWindow): boolean {
    return this.#view.ensure(shown, page);
  }

  async page(offset: number, limit: number, signal: AbortSignal): Promise<GridPage<R>> {
    const page = await this.#view.page(offset, limit, signal);
    return { ...page, rows: page.rows.map((row) => this.#session.overlay(row)) };
  }

  setQuery(query: GridQuery, blockSize: number): void {
    this.#view.setQuery(query, blockSize);
  }

  reload(): void {
    this.#view.reload();
  }

  retry(): void {
    this.#view.retry();
  }

  patch(changes: ReadonlyMap<string, Partial<R>>): void {
    this.#view.patch(changes);
  }

  stop(): void {
    this.#view.stop();
  }
}
