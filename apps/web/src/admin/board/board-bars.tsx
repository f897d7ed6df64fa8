import type { ReactNode } from "react";
import "./board-bars.css";

interface Bar {
  readonly key: string;
  readonly value: number;
  /** Text above the bar. */
  readonly label?: ReactNode;
  /** Text below the axis. */
  readonly tick: string;
  /** True: a phone hides the text below this bar, because it has no room for the texts of all bars. */
  readonly isMinor?: boolean;
  /** True for the hour that has not ended yet. */
  readonly isNow?: boolean;
}

interface BoardBarsProps {
  readonly bars: readonly Bar[];
  readonly className: string;
}

/** Bar chart whose bars are as high as their values. The bars are HTML, so that they scale with the screen. */
export function BoardBars({ bars, className }: BoardBarsProps) {
  const highest = Math.max(1, ...bars.map((b) => b.value));
  return (
    <div className={`sk-board-bars ${className}`}>
      {bars.map((b) => (
        <div key={b.key} data-now={b.isNow || undefined}>
          {/* Contains only the bar, whose height is a percentage of this box. */}
          <div className="sk-board-bar-area">
            <span style={{ height: `${(b.value / highest) * 100}%` }}>
              {b.label !== undefined && <b>{b.label}</b>}
            </span>
          </div>
          <small data-minor={b.isMinor || undefined}>{b.tick}</small>
        </div>
      ))}
    </div>
  );
}
