import type { ReactNode } from "react";

interface BoardFigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

/** One large number with a label. It can be read from the other end of a factory hall. */
export function BoardFigure({ label, value, level }: BoardFigureProps) {
  return (
    <div className="sk-board-figure">
      <span>{label}</span>
      <b data-level={level}>{value}</b>
    </div>
  );
}
