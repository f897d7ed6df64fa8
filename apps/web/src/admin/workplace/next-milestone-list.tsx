import { newMoldLines } from "@shotkeeper/contract/new-mold";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { Link } from "react-router";
import { MoldLink } from "../links.tsx";
import { nextStepText } from "../new-mold/cells.tsx";
import { nextMilestones } from "../new-mold/next-milestones.ts";

const input = { onlyRunning: true };
const shown = 8;

/** The next step of each new mold that the user's mold maker builds, the most urgent first. */
export function NextMilestoneList() {
  const locale = useLocale();
  const t = locale.workplace.milestones;
  const f = useFormats();
  const lines = useCommandData(newMoldLines, input, { live: ["board"] });
  const all = lines.data ? nextMilestones(lines.data.lines, lines.data.today) : [];
  const late = all.filter((n) => (n.lateDays ?? 0) > 0).length;
  return (
    <Panel
      title={t.title}
      extra={
        <Link className="sk-link" to="/new-mold/t0">
          {t.all}
        </Link>
      }
      wait={lines}
    >
      {all.length === 0 ? (
        <EmptyHint title={t.none} />
      ) : (
        <>
          <ul className="sk-latest sk-next-milestones">
            {all.slice(0, shown).map(({ line, next, milestone, lateDays }) => (
              <li key={line.moldNo}>
                <span className="sk-next-day">{f.date(milestone.plannedDate)}</span>
                <MoldLink no={line.moldNo} />
                <span className="sk-latest-cause">
                  {nextStepText(next, locale)}
                  {line.moldName && <span className="sk-faint"> · {line.moldName}</span>}
                </span>
                {lateDays === undefined ? null : lateDays > 0 ? (
                  <ToneTag tone="bad">{locale.newMold.outOfTime(f.whole(lateDays))}</ToneTag>
                ) : (
                  <span className="sk-faint">{lateDays === 0 ? t.today : t.inDays(f.whole(-lateDays))}</span>
                )}
              </li>
            ))}
          </ul>
          <p className="sk-faint sk-workplace-note">{t.sum(f.whole(all.length), f.whole(late))}</p>
          {/* The server limits the number of plans in its answer. If plans are missing, this note says so,
              because the sum above does not count them. */}
          <FirstOf shown={lines.data?.lines.length ?? 0} total={lines.data?.lineCount ?? 0} />
        </>
      )}
    </Panel>
  );
}
