import { Fragment, type ReactNode } from "react";

interface BoardFigureProps {
  readonly label: string;
  /** Texts in a line of their own below the label. The line breaks only between two of these texts. */
  readonly notes?: readonly string[] | undefined;
  readonly value: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

export function BoardFigure({ label, notes = [], value, level }: BoardFigureProps) {
  return (
    <div className="sk-board-figure">
      <span>
        {label}
        {notes.length > 0 && (
          <small>
            {notes.map((note) => (
              <Fragment key={note}>
                <span>{note}</span>{" "}
              </Fragment>
            ))}
          </small>
        )}
      </span>
      <b data-level={level}>{value}</b>
    </div>
  );
}
