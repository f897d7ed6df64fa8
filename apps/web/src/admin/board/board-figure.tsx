import type { ReactNode } from "react";

interface BoardFigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

/** One large number, legible from the other end of a hall. */
export function BoardFigure({ label, value, level }: BoardFigureProps) {
  return (
    <div className="sk-board-figure">
      <span>{label}</span>
      <b data-level={level}>{value}</b>
    </div>
  );
}
