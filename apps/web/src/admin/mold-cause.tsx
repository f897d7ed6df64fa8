import { moldCause as causes, type moldCause, type moldCauses } from "@shotkeeper/contract/indicator";
import type { EnumName, EnumValue, QueryRow } from "@shotkeeper/contract/kernel";
import { nameOf } from "@shotkeeper/contract/kernel";
import { type MenuId, menus } from "@shotkeeper/contract/menus";
import { type Formats, type Tone, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import { listLink } from "@shotkeeper/ui/list";
import { wallClock } from "@shotkeeper/ui/time";
import { Link } from "react-router";
import { counterLogPath, moldPath, orderPath } from "./paths.ts";

type CauseName = EnumName<typeof moldCause>;
type CauseRow = QueryRow<typeof moldCauses>;

export const causeTones: Readonly<Record<CauseName, Tone>> = {
  inRepair: "info",
  inTrial: "info",
  inStorage: "neutral",
  counterRemoved: "bad",
  noSignal: "unsure",
  noCounter: "unsure",
  wrongPlace: "bad",
  waitingRepair: "attention",
  noOrder: "attention",
  orderNotStarted: "good",
  slowerSinceChange: "bad",
  slowerThanStandard: "attention",
  unknown: "neutral",
};

export function CauseTag({ cause }: { readonly cause: EnumValue<typeof moldCause> | null | undefined }) {
  return <ChoiceTag of={causes} value={cause} tones={causeTones} />;
}

/** For each cause: the kind of object whose number is in `causeReference`. The kind selects the text shown with it. */
const references = {
  inRepair: "document",
  inTrial: "document",
  inStorage: "document",
  counterRemoved: "counter",
  noSignal: "counter",
  noCounter: "lastCounter",
  wrongPlace: "warning",
  waitingRepair: "document",
  noOrder: "lastOrder",
  orderNotStarted: "order",
  slowerSinceChange: "order",
  slowerThanStandard: "warning",
  unknown: "order",
} as const satisfies Readonly<Record<CauseName, string>>;

/** Causes for which the page shows the last signal strength and charge of the counter as evidence. */
const ofSignal: readonly CauseName[] = ["noSignal", "counterRemoved"];

function useEvidence(): (row: CauseRow) => string {
  const { indicator, shell } = useLocale();
  const t = indicator.causes;
  const f: Formats = useFormats();
  return (row) => {
    const name = nameOf(causes, row.moldCause);
    if (!name) return "";
    const isSignal = ofSignal.includes(name);
    return [
      row.causeReference
        ? t.reference[references[name]](row.causeReference)
        : name === "noOrder" && t.neverOrdered,
      row.causeSince && t.since(f.date(row.causeSince)),
      isSignal && row.rssi !== null && `${row.rssi} ${shell.units.dBm}`,
      isSignal && row.battery !== null && f.percent(row.battery, 0),
      name === "slowerSinceChange" && t.cycle(f.decimal(row.cycleBefore, 1), f.decimal(row.cycleAfter, 1)),
      row.lateOrder && t.late(row.lateOrder),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}

/**
 * Facts that show the cause of a mold's symptom, as one line: for example the number of a document or counter, a date
 * and measured values.
 */
export function CauseEvidence({ row }: { readonly row: CauseRow }) {
  const text = useEvidence()(row);
  return text && <span title={text}>{text}</span>;
}

interface Target {
  readonly menu: MenuId;
  readonly path: string;
}

/** The linked chart of cycle times begins this number of days before the change of the cycle time. */
const daysBefore = 14;

/**
 * Returns the screen on which a user can remove the cause, and the menu on which the user needs the right Q (query) to
 * open the screen.
 */
function causeTarget(row: CauseRow): Target | undefined {
  const name = nameOf(causes, row.moldCause);
  const moldNo = row.moldNo ?? "";
  const ofMold = (menu: MenuId, path: string): Target => ({
    menu,
    path: listLink(path, [{ field: "moldNo", operator: "EQ", value: moldNo }]),
  });
  const page: Target = { menu: menus.mold, path: moldPath(moldNo) };
  switch (name) {
    case "inRepair":
    case "waitingRepair":
      return ofMold(menus.majorMaintenance, "/maintenance/major");
    case "inTrial":
      return ofMold(menus.oldMoldTrial, "/trial/old");
    case "inStorage":
    case "noCounter":
      return page;
    case "counterRemoved":
      return ofMold(menus.removalWarnings, "/warning/removal");
    case "noSignal":
      return ofMold(menus.binding, "/basic/binding");
    case "wrongPlace":
      return ofMold(menus.positionWarnings, "/warning/position");
    case "slowerThanStandard":
      return ofMold(menus.cycleWarnings, "/warning/cycle");
    case "noOrder":
      return {
        menu: menus.productionOrder,
        path: `/order/production?${new URLSearchParams({ add: moldNo })}`,
      };
    case "orderNotStarted":
      return { menu: menus.productionOrder, path: orderPath(row.causeReference ?? "") };
    case "slowerSinceChange": {
      const from = wallClock(row.causeSince ?? undefined).subtract(daysBefore, "day");
      const period = { mold: moldNo, from: from.format("YYYY-MM-DD"), to: wallClock().format("YYYY-MM-DD") };
      return { menu: menus.productionCycle, path: `/order/cycle?${new URLSearchParams(period)}` };
    }
    case "unknown":
      return row.counterNo ? { menu: menus.counterLog, path: counterLogPath(row.counterNo) } : page;
    default:
      return undefined;
  }
}

/**
 * Link to the screen on which a user can remove the cause. Users without the right on that screen see only the text.
 */
export function CauseAction({ row }: { readonly row: CauseRow }) {
  const { indicator } = useLocale();
  const { can } = useSession();
  const name = nameOf(causes, row.moldCause);
  const target = causeTarget(row);
  if (!name || !target) return null;
  const text = indicator.causes.actions[name];
  if (!can(target.menu, "Q")) return <span className="sk-faint">{text}</span>;
  return (
    <Link className="sk-link" to={target.path} onDoubleClick={(e) => e.stopPropagation()}>
      {text}
    </Link>
  );
}
