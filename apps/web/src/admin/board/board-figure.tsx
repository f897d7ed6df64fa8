import type { ReactNode } from "react";

interface BoardFigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

export function BoardFigure({ label, value, level }: BoardFigureProps) {
  return (
    <div className="sk-board-figure">
      <span>{label}</span>
      <b data-level={level}>{value}</b>
    </div>
  );
}
