import { auditStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { modificationList, newMoldLines, type PlanLine } from "@shotkeeper/contract/new-mold";
import { ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { listLink, QueryGrid } from "@shotkeeper/ui/list";
import { useMemo } from "react";
import { Link } from "react-router";
import { auditStatTones } from "../tones.ts";
import { nextStepText, PlanState } from "./cells.tsx";
import { Gantt } from "./gantt.tsx";
import { lateDaysOf, nextStepOf } from "./next-step.ts";

const columns: Columns<typeof modificationList> = [
  { name: "modificationId", pin: "left", width: 140 },
  {
    name: "auditStat",
    width: 100,
    cell: (row) => <ChoiceTag of={auditStat} value={row.auditStat} tones={auditStatTones} />,
  },
  { name: "modificationReason", width: 240 },
  { name: "modificationKind", width: 116 },
  { name: "requestedOn", width: 112 },
  { name: "finishedOn", width: 120 },
  { name: "modificationDays", width: 92 },
  { name: "modificationCost", width: 116 },
  { name: "modificationResult", width: 240 },
];

interface NextStepLineProps {
  readonly line: PlanLine;
  /** Today in the tenant's time zone. */
  readonly today: string;
}

/** The next step of the plan, with a link to the screen on which a user with the right performs this step. */
function NextStepLine({ line, today }: NextStepLineProps) {
  const locale = useLocale();
  const t = locale.newMold;
  const f = useFormats();
  const { can } = useSession();
  const next = nextStepOf(line);
  if (!next) return null;
  const { milestone, menu, path } = next;
  const text = nextStepText(next, locale);
  const filters = Object.entries({ moldNo: line.moldNo, milestoneCode: milestone?.milestoneCode }).flatMap(
    ([field, value]) => (value === undefined ? [] : [{ field, operator: "EQ" as const, value }]),
  );
  const lateDays = (milestone && lateDaysOf(milestone, today)) ?? 0;
  return (
    <p className="sk-newmold-next">
      {t.onMold.next}{" "}
      {can(menu, "Q") ? (
        <Link className="sk-link" to={listLink(path, filters)}>
          {text}
        </Link>
      ) : (
        <strong>{text}</strong>
      )}
      {milestone && <span className="sk-faint"> {t.onMold.planned(f.date(milestone.plannedDate))}</span>}
      {lateDays > 0 && <ToneTag tone="bad">{t.outOfTime(f.whole(lateDays))}</ToneTag>}
    </p>
  );
}

/** Panels with a new mold's plan and its design changes. Renders nothing if the mold has no plan. */
export function MoldPlanPanel({ moldNo }: { readonly moldNo: string }) {
  const { newMold } = useLocale();
  const t = newMold.onMold;
  const { can } = useSession();
  const input = useMemo(() => ({ moldNo }), [moldNo]);
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const lines = useCommandData(newMoldLines, input, { live: ["board"] });
  const [line] = lines.data?.lines ?? [];
  if (!lines.data || !line) return null;
  return (
    <>
      <Panel title={t.plan} extra={<PlanState row={line} />}>
        <NextStepLine line={line} today={lines.data.today} />
        <Gantt today={lines.data.today} lines={[line]} isSingle />
      </Panel>
      {can(menus.newMoldModification, "Q") && (
        <Panel title={t.modifications}>
          <QueryGrid
            query={modificationList}
            id={`${menus.mold}.modifications`}
            inner
            columns={columns}
            fixed={where}
            live={["board"]}
            height={200}
          />
        </Panel>
      )}
    </>
  );
}
