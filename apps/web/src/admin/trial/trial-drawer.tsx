import { trialStat } from "@shotkeeper/contract/enumerations";
import { moldTrial, trialList } from "@shotkeeper/contract/trial";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, Facts, Photos } from "@shotkeeper/ui/cells";
import { useClosing } from "@shotkeeper/ui/form";
import { ChangeHistory, CloseDrawerContext, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Drawer, Tabs } from "antd";
import type { ReactNode } from "react";
import { MoldLink } from "../links.tsx";
import { trialStatTones } from "../tones.ts";
import { Parameters } from "./parameters-input.tsx";
import type { TrialRow } from "./trial-dialogs.tsx";
import { TrialShotsPanel } from "./trial-shots-panel.tsx";
import "./trial.css";

const facts = [
  "moldNo",
  "moldName",
  "plantName",
  "deviceName",
  "rawMaterial",
  "requester",
  "trialDate",
  "trialReason",
  "remark",
  "submittedBy",
  "auditedBy",
  "startedAt",
  "endedAt",
] as const;
const outcome = ["trialStat", "findings", "sampleCount", "sampleNote", "closedBy", "closedAt"] as const;

interface TrialDrawerProps {
  readonly row: TrialRow;
  readonly state: ReactNode;
  readonly actions: readonly RowAction[];
  readonly onClose: () => void;
}

/** Drawer with the details of a trial: facts, machine settings, shots, result and history. */
export function TrialDrawer({ row, state, actions, onClose }: TrialDrawerProps) {
  const { trial: t } = useLocale();
  const drawer = useClosing(onClose);
  const whole = (
    <div className="sk-trial">
      <section>
        <h3>{t.detail.facts}</h3>
        <Facts
          fields={trialList.columns}
          names={facts}
          row={row}
          cells={{ moldNo: <MoldLink no={row.moldNo} /> }}
        />
      </section>
      <section>
        <h3>{t.sections.settings}</h3>
        <Parameters value={row.parameters} />
      </section>
      <TrialShotsPanel row={row} />
      <section>
        <h3>{t.detail.result}</h3>
        <Facts
          fields={trialList.columns}
          names={outcome}
          row={row}
          cells={{ trialStat: <ChoiceTag of={trialStat} value={row.trialStat} tones={trialStatTones} /> }}
        />
        {row.imageUrl && <Photos value={row.imageUrl} />}
      </section>
    </div>
  );
  return (
    <Drawer
      open={drawer.open}
      onClose={drawer.close}
      afterOpenChange={drawer.afterOpenChange}
      title={row.trialId}
      extra={state}
      size={760}
      footer={
        <div className="sk-form-footer">
          <CloseDrawerContext value={drawer.close}>
            <RowActions actions={actions} />
          </CloseDrawerContext>
        </div>
      }
    >
      <Tabs
        items={[
          { key: "facts", label: t.detail.facts, children: whole },
          {
            key: "history",
            label: t.detail.history,
            children: <ChangeHistory entity={moldTrial} recordKey={row.trialId ?? ""} />,
          },
        ]}
      />
    </Drawer>
  );
}
