import type { ReactNode } from "react";
import "./panel.css";

interface EmptyHintProps {
  readonly title: string;
  /** Sentence that tells the user what to do next. */
  readonly hint?: string;
  readonly action?: ReactNode;
}

/** Content that replaces an empty list. Tells what is missing and what the user can do next. */
export function EmptyHint({ title, hint, action }: EmptyHintProps) {
  return (
    <div className="sk-empty">
      <svg viewBox="0 0 72 48" width="72" height="48" aria-hidden="true">
        <path d="M6 6h20v12a6 6 0 0 0 0 12v12H6z" />
        <path d="M66 6H46v12a6 6 0 0 1 0 12v12h20z" />
        <path d="M26 10h20M26 38h20" strokeDasharray="2 3" />
      </svg>
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}
