import { type KnownParameter, knownParameters, parameterList } from "@shotkeeper/contract/system";
import { type WarningRoomId, warningThresholds } from "@shotkeeper/contract/warning";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel, useRows, useRun } from "@shotkeeper/ui/screen";
import { useState } from "react";
import { ThresholdDialog } from "../system/ThresholdDialog.tsx";
import { useValueText } from "../system/threshold-text.ts";
import type { ThresholdId } from "./room-parts.ts";

/** The thresholds of a screen's kinds with their units; changed here by who may change parameters. */
export function RoomThresholds({
  menu,
  ids,
}: {
  readonly menu: WarningRoomId;
  readonly ids: readonly ThresholdId[];
}) {
  const { warning: t, system, frame } = useLocale();
  const { parameter } = system;
  const { can } = useSession();
  const text = useValueText();
  // Everybody who sees the screen sees what it goes by; only who may see parameters can change them.
  const set = useRun(warningThresholds, {});
  const stored = useRows(parameterList, { limit: 99_999 }, { enabled: can("BS109", "Q") });
  const [edited, setEdited] = useState<KnownParameter>();
  const storedOf = (id: string) => stored.data?.rows.find((r) => r.prmId === id);
  const mayEdit = (id: string) => stored.data !== undefined && can("BS109", storedOf(id) ? "M" : "A");
  const standing = (p: KnownParameter) => {
    const value = set.data?.[p.id] ?? p.standard;
    return value === null ? parameter.byCounter : text(p, value);
  };
  return (
    <Panel title={t.thresholds} wait={set} lines={4}>
      {ids.length > 0 && (
        <ul className="sk-room-rules">
          {knownParameters
            .filter((p) => (ids as readonly string[]).includes(p.id))
            .map((p) => {
              const words = parameter.words[p.id];
              return (
                <li key={p.id} title={words.effect}>
                  <span>{words.name}</span>
                  <b>{standing(p)}</b>
                  {mayEdit(p.id) && (
                    <button
                      type="button"
                      className="sk-link"
                      aria-label={`${frame.common.edit} ${words.name}`}
                      onClick={() => setEdited(p)}
                    >
                      {frame.common.edit}
                    </button>
                  )}
                </li>
              );
            })}
        </ul>
      )}
      <p className="sk-faint sk-room-acts">{t.rooms[menu].acts}</p>
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
