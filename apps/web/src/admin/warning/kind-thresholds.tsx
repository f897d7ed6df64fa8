import { menus } from "@shotkeeper/contract/menus";
import { type KnownParameter, knownParameters, parameter, parameterList } from "@shotkeeper/contract/system";
import { type WarningScreenId, warningThresholds } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useCommandData, useRows } from "@shotkeeper/ui/data";
import { useState } from "react";
import { ThresholdDialog } from "../system/threshold-dialog.tsx";
import { useValueText } from "../system/threshold-text.ts";
import type { ThresholdId } from "./kind-parts.ts";

/**
 * List of the thresholds of the warnings that a screen shows. Users with the right on parameters can edit the
 * thresholds here.
 */
export function KindThresholds({
  menu,
  ids,
}: {
  readonly menu: WarningScreenId;
  readonly ids: readonly ThresholdId[];
}) {
  const { warning: t, system, shell } = useLocale();
  const texts = system.parameter;
  const { can, mayWrite } = useSession();
  const text = useValueText();
  // Gets the values by the command `warningThresholds`, because not every user of a warning screen may query the
  // parameters.
  const set = useCommandData(warningThresholds, {});
  const stored = useRows(parameterList, { limit: 99_999 }, { enabled: can(menus.parameter, "Q") });
  const [edited, setEdited] = useState<KnownParameter>();
  const storedOf = (id: string) => stored.data?.rows.find((r) => r.prmId === id);
  const mayEdit = (id: string) => stored.data !== undefined && mayWrite(parameter, storedOf(id) ? "M" : "A");
  const currentText = (p: KnownParameter) => {
    const value = set.data?.[p.id] ?? p.standard;
    return value === null ? texts.byCounter : text(p, value);
  };
  return (
    <Panel title={t.thresholds} wait={set} lines={4}>
      {ids.length > 0 && (
        <ul className="sk-kind-rules">
          {knownParameters
            .filter((p) => (ids as readonly string[]).includes(p.id))
            .map((p) => {
              const { name, effect } = texts.words[p.id];
              return (
                <li key={p.id} title={effect}>
                  <span>{name}</span>
                  <b>{currentText(p)}</b>
                  {mayEdit(p.id) && (
                    <button
                      type="button"
                      className="sk-link"
                      aria-label={`${shell.common.edit} ${name}`}
                      onClick={() => setEdited(p)}
                    >
                      {shell.common.edit}
                    </button>
                  )}
                </li>
              );
            })}
        </ul>
      )}
      <p className="sk-faint sk-kind-acts">{t.screens[menu].acts}</p>
      {edited && (
        <ThresholdDialog
          key={edited.id}
          p={edited}
          stored={storedOf(edited.id)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}
