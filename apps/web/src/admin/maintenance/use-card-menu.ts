import { type CalendarForecast, type CalendarTask, taskKind } from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import { listLink } from "@shotkeeper/ui/list";
import type { MenuProps } from "antd";
import { useNavigate } from "react-router";
import { moldPath } from "../paths.ts";
import { type CardParts, isTask } from "./calendar-card.tsx";
import type { PlanWay } from "./plan-dialog.tsx";

interface MenuOptions extends Pick<CardParts, "mayMove"> {
  readonly mayDefer: (task: CalendarTask) => boolean;
  readonly onPlan: (way: PlanWay, task: CalendarTask) => void;
  readonly onForecast: (forecast: CalendarForecast) => void;
}

/**
 * Returns a function that returns the menu of a card. The menu offers everything that a user can do by dragging, and
 * further actions.
 */
export function useCardMenu({ mayMove, mayDefer, onPlan, onForecast }: MenuOptions) {
  const { calendar: t } = useLocale();
  const navigate = useNavigate();
  return (card: CalendarTask | CalendarForecast): MenuProps["items"] => {
    const mold = { key: "mold", label: t.openMold, onClick: () => navigate(moldPath(card.moldNo)) };
    if (!isTask(card))
      return [
        ...(mayMove(card) ? [{ key: "plan", label: t.move, onClick: () => onForecast(card) }] : []),
        mold,
      ];
    const { taskId, kind } = card;
    const path = kind === taskKind.values.major ? "/maintenance/major" : "/maintenance/daily";
    const steps = [
      { key: "move", label: t.move, onClick: () => onPlan("set", card) },
      { key: "defer", label: t.defer, disabled: !mayDefer(card), onClick: () => onPlan("defer", card) },
    ];
    const list = listLink(path, [{ field: "taskId", operator: "EQ", value: taskId }]);
    return [
      ...(mayMove(card) ? steps : []),
      { key: "task", label: t.openTask, onClick: () => navigate(list) },
      mold,
    ];
  };
}
