import type { appointFigures } from "@shotkeeper/contract/inspection";
import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

interface SharesProps {
  readonly rows: CommandOutput<typeof appointFigures>["types"];
  readonly nameOf: (of: string) => string;
}

/**
 * Bar chart of inspection issues by group (type of inspection or plant), for the first five groups. A bar shows the
 * open issues and marks the overdue issues. The text beside the bar also shows the number of closed issues.
 */
export function Shares({ rows, nameOf }: SharesProps) {
  const { inspection: t } = useLocale();
  const f = useFormats();
  const largest = Math.max(1, ...rows.map((r) => r.open));
  if (rows.length === 0) return <p className="sk-faint">{t.none}</p>;
  return (
    <ul className="sk-issue-shares">
      {rows.slice(0, 5).map((r) => (
        <li key={r.of}>
          <span title={nameOf(r.of)}>{nameOf(r.of)}</span>
          <span className="sk-issue-shares-bar" aria-hidden="true">
            <i data-late style={{ width: `${(r.overdue / largest) * 100}%` }} />
            <i style={{ width: `${((r.open - r.overdue) / largest) * 100}%` }} />
          </span>
          <span className="sk-issue-shares-text">
            {t.share(f.whole(r.open), f.whole(r.overdue), f.whole(r.closed))}
          </span>
        </li>
      ))}
    </ul>
  );
}
