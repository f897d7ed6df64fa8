import { type CountStep, countState, inventoryParts, refuseCountStep } from "@shotkeeper/contract/inventory";
import { menus } from "@shotkeeper/contract/menus";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, Panel } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { type RowAction, RowActions } from "@shotkeeper/ui/list";
import { useMemo } from "react";
import { countStateTones } from "../tones.ts";
import type { CountRow } from "./count-card.tsx";
import "./count-parts.css";

export type PartStep = Exclude<CountStep, "close">;
const steps: readonly PartStep[] = ["submit", "reopen", "cancel"];

interface CountPartsProps {
  readonly row: CountRow;
  /** `openMolds`: number of molds of this plant that have no result yet. */
  readonly onStep: (
    step: PartStep,
    part: { readonly plantId: string; readonly openMolds: number | null },
  ) => void;
}

/**
 * List of the plants of a stock-take: who signed the result of each plant, and the steps that the user may perform for
 * the plant. Hidden if the stock-take has only one plant.
 */
export function CountParts({ row, onStep }: CountPartsProps) {
  const locale = useLocale();
  const { inventory: t } = locale;
  const { can } = useSession();
  const f = useFormats();
  const where = useMemo(
    () => [{ field: "countId", operator: "EQ", value: row.countId ?? "" } as const],
    [row.countId],
  );
  const parts = useRows(inventoryParts, { where, limit: 500 }, { live: ["board"] }).data?.rows ?? [];
  if (parts.length < 2) return null;
  return (
    <Panel title={t.parts}>
      <ul className="sk-count-parts" aria-label={t.parts}>
        {parts.map((part) => {
          const actions: RowAction[] = can(menus.automaticInventory, "M")
            ? steps.flatMap((step) => {
                const refused = refusalText(
                  refuseCountStep(step, {
                    countState: row.countState,
                    partState: part.partState,
                    openMolds: part.openMolds,
                    surplusWaiting: 0,
                  }),
                  locale,
                );
                if (refused || part.plantId === null) return [];
                const { plantId, openMolds } = part;
                return [
                  {
                    key: step,
                    label: t.step[step],
                    danger: step === "cancel",
                    run: () => onStep(step, { plantId, openMolds }),
                  },
                ];
              })
            : [];
          return (
            <li key={part.partId}>
              <span>{part.plantName ?? t.noPlant}</span>
              <ChoiceTag of={countState} value={part.partState} tones={countStateTones} />
              <span className="sk-faint">
                {part.signedBy
                  ? t.signed(part.signedByName ?? part.signedBy, f.dateTime(part.signedAt).slice(5, 16))
                  : t.openOf(f.whole(part.openMolds), f.whole(part.expectedMolds))}
              </span>
              <RowActions actions={actions} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
