import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, ReachedBar } from "@shotkeeper/ui/cells";

/** List of the plants' cycle compliance (share of shots within the tolerance), lowest first. */
export function ComplianceList({ rows }: { readonly rows: WorkplaceFigures["compliance"] }) {
  const { workplace: t, shell } = useLocale();
  const f = useFormats();
  if (rows.length === 0) return <EmptyHint title={shell.common.noData} />;
  const sorted = [...rows].sort((a, b) => (a.rate ?? 101) - (b.rate ?? 101));
  return (
    <>
      <ul className="sk-compliance">
        {sorted.map((r) => (
          <li key={r.plantId}>
            <span className="sk-compliance-plant">{r.plant}</span>
            <ReachedBar percent={r.rate} />
            {r.shots !== null && (
              <small className="sk-faint">
                {f.compact(r.shots)} {shell.units.shots}
              </small>
            )}
          </li>
        ))}
      </ul>
      <p className="sk-faint sk-workplace-note">{t.complianceHint}</p>
    </>
  );
}
