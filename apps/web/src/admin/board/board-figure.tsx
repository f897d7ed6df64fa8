import type { ReactNode } from "react";

interface BoardFigureProps {
  readonly label: string;
  /** Text in a line of its own below the label. */
  readonly note?: string | undefined;
  readonly value: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

export function BoardFigure({ label, note, value, level }: BoardFigureProps) {
  return (
    <div className="sk-board-figure">
      <span>
        {label}
        {note !== undefined && <small>{note}</small>}
      </span>
      <b data-level={level}>{value}</b>
    </div>
  );
}
