import { trialStat } from "@shotkeeper/contract/enumerations";
import { acceptResult, milestoneKind, newMoldLines, newMoldMilestone } from "@shotkeeper/contract/new-mold";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, Facts, Panel, Photos } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { ChangeHistory, type RowAction } from "@shotkeeper/ui/list";
import { Button, Drawer, Tabs } from "antd";
import { useMemo } from "react";
import { MoldLink } from "../links.tsx";
import { acceptResultTones, trialStatTones } from "../tones.ts";
import { Parameters } from "../trial/parameters-input.tsx";
import { LateDays, MilestoneState, milestoneName, PlanState, planFields } from "./cells.tsx";
import { Gantt } from "./gantt.tsx";
import { HandoverItems } from "./handover-items-input.tsx";
import type { MilestoneQuery, MilestoneRow } from "./rows.ts";
import "./new-mold.css";

const node = [
  "moldNo",
  "moldName",
  "makerName",
  "projectName",
  "firstPlanDate",
  "plannedDate",
  "actualDate",
  "lateDays",
  "milestoneOwner",
  "delayReason",
  "returnReason",
  "replanCount",
] as const;
const { opening, t0, trial, quality, handover, acceptance } = milestoneKind.values;
const results: Readonly<Record<number, readonly string[]>> = {
  [opening]: [],
  [t0]: ["trialStat", "deviceName", "rawMaterial"],
  [trial]: ["trialStat", "deviceName", "rawMaterial", "sampleCount", "sampleNote", "nextAction"],
  [quality]: ["acceptResult", "dimensionNote", "appearanceNote", "sampleReport"],
  [handover]: ["handoverPlantName", "givenByName", "givenAt", "takenByName", "takenAt"],
  [acceptance]: ["acceptResult", "countTimes", "acceptanceShots", "shotsReached", "acceptanceAmount"],
};
const reportFields = ["milestoneNote", "reportedBy", "reportedAt", "confirmedBy", "confirmedAt"] as const;

interface MilestoneDrawerProps {
  readonly row: MilestoneRow;
  readonly query: MilestoneQuery;
  readonly actions: readonly RowAction[];
  readonly onClose: () => void;
}

/** Drawer with the details of a milestone: time line of the plan, result of the milestone, and contract. */
export function MilestoneDrawer({ row, query, actions, onClose }: MilestoneDrawerProps) {
  const locale = useLocale();
  const { newMold: t, shell } = locale;
  const offered = actions.filter((a) => a.refused === undefined);
  const drawer = useClosing(onClose);
  const input = useMemo(() => ({ moldNo: row.moldNo }), [row.moldNo]);
  const lines = useCommandData(newMoldLines, input, { live: ["board"] });
  const kind = row.milestoneKind ?? opening;
  const cells = {
    moldNo: <MoldLink no={row.moldNo} />,
    lateDays: <LateDays days={row.lateDays} />,
    trialStat: <ChoiceTag of={trialStat} value={row.trialStat} tones={trialStatTones} />,
    acceptResult: <ChoiceTag of={acceptResult} value={row.acceptResult} tones={acceptResultTones} />,
  };
  const facts = (names: readonly string[]) => (
    <Facts fields={query.columns} names={names} row={row} cells={cells} />
  );
  const whole = (
    <div className="sk-newmold-detail">
      <Panel title={t.sections.line} wait={lines} lines={3}>
        {lines.data && <Gantt today={lines.data.today} lines={lines.data.lines} isSingle />}
      </Panel>
      <section>
        <h3>{t.sections.node}</h3>
        {facts(node)}
      </section>
      <section>
        <h3>{t.sections.result}</h3>
        {facts([...(results[kind] ?? []), ...reportFields])}
        {row.imageUrl && <Photos value={row.imageUrl} />}
        {kind === trial && <Parameters value={row.parameters} />}
      </section>
      {kind === handover && (
        <section>
          <h3>{t.sections.handover}</h3>
          <HandoverItems value={row.handoverItems} />
        </section>
      )}
      <section>
        <h3>{t.sections.contract}</h3>
        {facts([
          ...planFields.contract,
          "modificationCount",
          "planOwner",
          "planNote",
          "approvedBy",
          "remark",
        ])}
      </section>
    </div>
  );
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={`${row.moldNo} · ${milestoneName(row.milestoneCode, locale)}`}
      extra={
        <span className="sk-tags">
          <MilestoneState row={row} />
          <PlanState row={row} />
        </span>
      }
      size={820}
      footer={
        offered.length > 0 && (
          <div className="sk-form-footer">
            {offered.map((a) => (
              <Button
                key={a.key}
                danger={a.danger ?? false}
                onClick={() => {
                  drawer.close();
                  a.run();
                }}
              >
                {a.label}
              </Button>
            ))}
          </div>
        )
      }
    >
      <Tabs
        items={[
          { key: "facts", label: shell.common.detail, children: whole },
          {
            key: "history",
            label: shell.common.history,
            children: (
              <ChangeHistory entity={newMoldMilestone} recordKey={`${row.moldNo}/${row.milestoneCode}`} />
            ),
          },
        ]}
      />
    </Drawer>
  );
}
