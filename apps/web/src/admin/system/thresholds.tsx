import {
  type KnownParameterId,
  knownParameters,
  type ParameterGroup,
  parameter,
  parameterList,
} from "@shotkeeper/contract/system";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Button, Tag } from "antd";
import { type ReactNode, useState } from "react";
import { ThresholdDialog } from "./threshold-dialog.tsx";
import { type Stored, useValueText } from "./threshold-text.ts";
import "./system.css";

type Known = (typeof knownParameters)[number];

const groups: readonly ParameterGroup[] = [
  "battery",
  "cycle",
  "idle",
  "signal",
  "counter",
  "maintenance",
  "indicator",
];

function Threshold({ p, stored, onEdit }: { p: Known; stored: Stored | undefined; onEdit: () => void }) {
  const { system, shell } = useLocale();
  const t = system.parameter;
  const { mayWrite } = useSession();
  const text = useValueText();
  const words = t.words[p.id as KnownParameterId];
  const standard = p.standard === null ? t.byCounter : text(p, p.standard);
  return (
    <li>
      <div className="sk-threshold-words">
        <strong>{words.name}</strong>
        <p>{words.effect}</p>
        <code>{p.id}</code>
      </div>
      <div className="sk-threshold-value">
        <b>{stored ? text(p, Number(stored.prmValue)) : standard}</b>
        {stored ? <span className="sk-faint">{t.standard(standard)}</span> : <Tag>{t.isStandard}</Tag>}
      </div>
      {mayWrite(parameter, stored ? "M" : "A") && (
        <Button size="small" onClick={onEdit} aria-label={`${shell.common.edit} ${words.name}`}>
          {shell.common.edit}
        </Button>
      )}
    </li>
  );
}

/** List of Shotkeeper's parameters by group. Each parameter has its present value and a text about its effect. */
export function Thresholds({ head }: { readonly head: ReactNode }) {
  const { system } = useLocale();
  const t = system.parameter;
  const read = useRows(parameterList, { limit: 99_999 });
  const [edited, setEdited] = useState<Known>();
  const storedOf = (id: string) => read.data?.rows.find((r) => r.prmId === id);
  return (
    <div className="sk-thresholds">
      <div>{head}</div>
      {groups.map((group) => (
        <Panel key={group} title={t.groups[group]} wait={read} lines={2}>
          <ul className="sk-threshold-list">
            {knownParameters
              .filter((p) => p.group === group)
              .map((p) => (
                <Threshold key={p.id} p={p} stored={storedOf(p.id)} onEdit={() => setEdited(p)} />
              ))}
          </ul>
        </Panel>
      ))}
      {edited && (
        <ThresholdDialog
          key={edited.id}
          p={edited}
          stored={storedOf(edited.id)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
