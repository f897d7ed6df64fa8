import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { missing } from "../app/index.ts";
import { Failed } from "./failed.tsx";
import "./cells.css";
import "./panel.css";

interface PanelProps {
  readonly title?: ReactNode;
  /** Content beside the title, such as a switch or a link. */
  readonly extra?: ReactNode;
  readonly className?: string;
  /**
   * Request that loads the panel's data. While it is pending, the panel shows a skeleton; if it has failed, an error.
   */
  readonly wait?: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** Height of the skeleton, in lines of text. */
  readonly lines?: number;
  readonly children?: ReactNode;
}

/** A section of a page, with an optional title. */
export function Panel({ title, extra, className, wait, lines = 4, children }: PanelProps) {
  return (
    <section className={className ? `sk-panel ${className}` : "sk-panel"}>
      {(title || extra) && (
        <header className="sk-panel-head">
          {title && <h2>{title}</h2>}
          {extra && <div className="sk-panel-extra">{extra}</div>}
        </header>
      )}
      <div className="sk-panel-body">
        {wait?.error ? (
          <Failed error={wait.error} retry={wait.refetch} />
        ) : wait?.isPending ? (
          <Skeleton active title={false} paragraph={{ rows: lines }} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}

interface FigureProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly unit?: string | undefined;
  readonly note?: ReactNode;
  readonly level?: "good" | "attention" | "bad" | undefined;
}

/** Shows a key figure with its label, its number and a line of explanation. If the number is missing, shows no unit. */
export function Figure({ label, value, unit, note, level }: FigureProps) {
  return (
    <div className="sk-kpi" data-level={level}>
      <div className="sk-kpi-label">{label}</div>
      <div className="sk-kpi-value">
        {value}
        {unit && value !== missing && <small>{unit}</small>}
      </div>
      {note !== undefined && <div className="sk-kpi-note">{note}</div>}
    </div>
  );
}
