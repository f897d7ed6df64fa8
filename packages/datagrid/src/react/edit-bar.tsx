import { type ReactNode, useEffect, useState } from "react";
import type { EditSession, Problem, RowOutcome, RowToSave } from "../core/edit-session.ts";
import type { EditTexts } from "../core/edit-texts.ts";
import { displayText } from "../core/format.ts";
import type { EditBarContext } from "./editing.ts";

interface Props<R> {
  readonly session: EditSession<R>;
  readonly texts: EditTexts;
  readonly rowKey: (row: R) => string;
  readonly save: (rows: readonly RowToSave<R>[]) => Promise<readonly RowOutcome<R>[]>;
  readonly end: ReactNode;
  readonly context: EditBarContext<R>;
}

/** Bar above the rows: number of changes, undo and redo, the list of problems, and the buttons to save and discard. */
export function EditBar<R>({ session, texts, rowKey, save, end, context }: Props<R>): ReactNode {
  const { view, columns, notify } = context;
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const cells = session.cellCount;
  const problems = session.problems(texts, (field, value, row) => {
    const column = columns.find((c) => c.key === field);
    return column ? displayText(column, value, row) : String(value ?? "");
  });
  useLeaveWarning(cells > 0);

  const run = async (): Promise<void> => {
    const rows = session.toSave();
    if (!rows) {
      setOpen(true);
      notify(texts.fixFirst);
      return;
    }
    setBusy(true);
    try {
      const outcomes = await save(rows);
      const saved = new Set(outcomes.filter((o) => o.saved).map((o) => o.key));
      // Shows the saved values, and the rows that other users have changed, until the rows are loaded again.
      const patches = new Map<string, Partial<R>>();
      for (const { key, values } of rows) if (saved.has(key)) patches.set(key, values as Partial<R>);
      for (const o of outcomes) if ("current" in o && o.current !== undefined) patches.set(o.key, o.current);
      view.patch(patches);
      session.settle(outcomes, texts, rows);
      const refused = outcomes.length - saved.size;
      if (refused > 0) setOpen(true);
      notify(refused > 0 ? texts.partlySaved(saved.size, refused) : texts.saved(saved.size));
    } catch (error) {
      notify(texts.saveFailed(error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };

  const goTo = (problem: Problem<R>): void => {
    for (let row = 0; row < context.rowCount; row++) {
      const shown = view.get(context.base + row);
      if (shown !== undefined && rowKey(shown) === problem.key) {
        context.goTo(row, problem.field);
        return;
      }
    }
    notify(texts.notShown);
  };
  const button = (label: string, disabled: boolean, onClick: () => void, more = ""): ReactNode => (
    <button type="button" className={`dg-edit-button${more}`} disabled={disabled || busy} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <section className="dg-edit-bar" aria-label={texts.bar}>
      <div className="dg-edit-line">
        <span className="dg-edit-count" role="status">
          {cells === 0 ? texts.unchanged : texts.changed(cells, session.rowCount)}
        </span>
        {problems.length > 0 && (
          <button
            type="button"
            className="dg-edit-button dg-edit-problems"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {texts.problems(problems.length)}
          </button>
        )}
        <span className="dg-edit-space" />
        {button(texts.undo, !session.canUndo, () => void session.undo())}
        {button(texts.redo, !session.canRedo, () => void session.redo())}
        {button(texts.discard, cells === 0, () => session.discard())}
        {button(busy ? texts.saving : texts.save, cells === 0, () => void run(), " dg-edit-main")}
        {end}
      </div>
      {open && problems.length > 0 && (
        <ul className="dg-edit-list">
          {problems.map((p) => (
            <li key={`${p.key} ${p.field} ${p.text}`}>
              <button type="button" className="dg-link" onClick={() => goTo(p)}>
                {[p.key, columns.find((c) => c.key === p.field)?.title].filter(Boolean).join(" · ")}
              </button>
              <span>{p.text}</span>
              {p.theirs && p.field !== undefined && (
                <>
                  {button(texts.keepMine, false, () => session.resolve(p.row, p.field ?? "", "mine"))}
                  {button(texts.takeTheirs, false, () => session.resolve(p.row, p.field ?? "", "theirs"))}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Makes the browser ask for confirmation before the user leaves the page with unsaved changes. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);
}
