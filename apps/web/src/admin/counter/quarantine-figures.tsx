import { listFigures, quarantineFigure } from "@shotkeeper/contract/board";
import { quarantineCounts, quarantineReason } from "@shotkeeper/contract/counter";
import { Ago, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { Alert } from "antd";
import { FigureLink } from "../figures.tsx";
import "./counter.css";

const reasonNames = Object.keys(quarantineReason.values) as (keyof typeof quarantineReason.values)[];

interface QuarantineFiguresProps {
  /** Reason by which the list is filtered. Undefined if the list is filtered by no reason or by several. */
  readonly reason: string | undefined;
}

/**
 * Shows the number of waiting items for each reason, as a link to the list of these items. Also tells the user how much
 * input was not stored.
 */
export function QuarantineFigures({ reason }: QuarantineFiguresProps) {
  const { counter, enums } = useLocale();
  const t = counter.quarantine;
  const f = useFormats();
  const { data } = useCommandData(quarantineCounts, {}, { live: ["reading"], every: 60_000 });
  const countOf = (name: string) => data?.reasons[name] ?? 0;
  const total = reasonNames.reduce((sum, name) => sum + countOf(name), 0);
  const cut = data?.cuts.reduce((sum, c) => sum + c.items, 0) ?? 0;
  return (
    <>
      {data && cut > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t.cut(f.whole(cut))}
          description={
            <ul className="sk-quarantine-cut">
              {data.cuts.slice(0, 3).map((c) => (
                <li key={c.sender}>{t.cutLine(c.sender ?? "", f.whole(c.items), f.dateTime(c.lastAt))}</li>
              ))}
            </ul>
          }
        />
      )}
      <nav className="sk-quarantine-figures" aria-label={t.reasons}>
        <FigureLink figure={listFigures.quarantined} rows={total} current={reason === undefined}>
          <span>{t.all}</span>
          <strong>{f.whole(total)}</strong>
        </FigureLink>
        {reasonNames
          .filter((name) => countOf(name) > 0 || name === reason)
          .map((name) => (
            <FigureLink
              key={name}
              figure={quarantineFigure(quarantineReason.values[name])}
              rows={countOf(name)}
              current={name === reason}
            >
              <span>{enums.quarantineReason[name]}</span>
              <strong>{f.whole(countOf(name))}</strong>
            </FigureLink>
          ))}
        {data?.oldestAt && (
          <small className="sk-faint">
            {t.oldest} <Ago at={data.oldestAt} />
          </small>
        )}
      </nav>
    </>
  );
}
