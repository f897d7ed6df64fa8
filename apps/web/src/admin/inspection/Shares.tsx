import type { AppointFigures } from "@shotkeeper/contract/inspection";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

interface SharesProps {
  readonly rows: AppointFigures["TYPES"];
  readonly nameOf: (of: string) => string;
}

/** Open ones of each sort as a bar, the overdue part of it marked; what was closed lately beside it. */
export function Shares({ rows, nameOf }: SharesProps) {
  const { inspection: t } = useLocale();
  const f = useFormats();
  const most = Math.max(1, ...rows.map((r) => r.OPEN));
  if (rows.length === 0) return <p className="sk-faint">{t.none}</p>;
  return (
    <ul className="sk-shares">
      {rows.slice(0, 5).map((r) => (
        <li key={r.OF}>
          <span title={nameOf(r.OF)}>{nameOf(r.OF)}</span>
          <span className="sk-shares-bar" aria-hidden="true">
            <i data-late style={{ width: `${(r.OVERDUE / most) * 100}%` }} />
            <i style={{ width: `${((r.OPEN - r.OVERDUE) / most) * 100}%` }} />
          </span>
          <span className="sk-shares-text">
            {t.share(f.whole(r.OPEN), f.whole(r.OVERDUE), f.whole(r.CLOSED))}
          </span>
        </li>
      ))}
    </ul>
  );
}
