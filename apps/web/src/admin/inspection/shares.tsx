import type { appointFigures } from "@shotkeeper/contract/inspection";
import type { CommandOutput } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

type Row = CommandOutput<typeof appointFigures>["types"][number];

interface SharesProps {
  readonly rows: readonly Row[];
  readonly nameOf: (of: string) => string;
}

/** Largest number of rows. If there are more groups, the last row has the sums of the smallest groups. */
const maxRows = 8;

/**
 * Bar chart of inspection issues by group (type of inspection or plant). The rows add up to the sums of all issues. A
 * bar shows the open issues and marks the overdue issues. The text beside the bar also shows the number of closed
 * issues.
 */
export function Shares({ rows, nameOf }: SharesProps) {
  const { inspection: t } = useLocale();
  const f = useFormats();
  if (rows.length === 0) return <p className="sk-faint">{t.none}</p>;
  const named = rows.length > maxRows ? rows.slice(0, maxRows - 1) : rows;
  const rest = rows.slice(named.length);
  const sumOf = (name: "open" | "overdue" | "closed") => rest.reduce((n, r) => n + r[name], 0);
  const lines = [
    ...named.map((r) => ({ ...r, key: `of ${r.of}`, name: nameOf(r.of) })),
    ...(rest.length === 0
      ? []
      : [
          {
            key: "others",
            name: t.others(f.whole(rest.length)),
            open: sumOf("open"),
            overdue: sumOf("overdue"),
            closed: sumOf("closed"),
          },
        ]),
  ];
  const largest = Math.max(1, ...lines.map((r) => r.open));
  return (
    <ul className="sk-issue-shares">
      {lines.map((r) => (
        <li key={r.key}>
          <span title={r.name}>{r.name}</span>
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
