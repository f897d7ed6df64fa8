import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, ReachedBar } from "@shotkeeper/ui/screen";

export function ComplianceList({ rows }: { readonly rows: WorkplaceFigures["COMPLIANCE"] }) {
  const { dashboard: t, mold, frame } = useLocale();
  const f = useFormats();
  if (rows.length === 0) return <EmptyHint title={frame.common.noData} />;
  // The worst first: that is where one looks.
  const sorted = [...rows].sort((a, b) => (a.RATE ?? 101) - (b.RATE ?? 101));
  return (
    <>
      <ul className="sk-compliance">
        {sorted.map((r) => (
          <li key={r.PLANT}>
            <span className="sk-compliance-plant">{r.PLANT}</span>
            <ReachedBar percent={r.RATE} />
            <small className="sk-faint">
              {f.compact(r.SHOTS)} {mold.charts.shots}
            </small>
          </li>
        ))}
      </ul>
      <p className="sk-faint sk-workplace-note">{t.complianceHint}</p>
    </>
  );
}
