import { ArrowRightOutlined } from "@ant-design/icons";
import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { menus } from "@shotkeeper/contract/menus";
import { warningCounts } from "@shotkeeper/contract/warning";
import { type Tone, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { Link } from "react-router";
import { statePath } from "../paths.ts";

/** List of open work with links to its screens. Work for which the signed-in user has no right is left out. */
export function Todos({ figures }: { readonly figures: WorkplaceFigures }) {
  const { workplace: t } = useLocale();
  const { can } = useSession();
  const f = useFormats();
  const warnings = useCommandData(
    warningCounts,
    {},
    { live: ["warning"], enabled: can(menus.allWarnings, "Q") },
  );
  const waiting = warnings.data?.unacknowledged ?? 0;
  const states = figures.states;
  const all: readonly (readonly [
    count: number,
    text: (n: string) => string,
    to: string,
    tone: Tone,
    menu: string,
    right: "M" | "Q",
  ])[] = [
    [waiting, t.todo.warnings, "/warning/all", "bad", menus.allWarnings, "M"],
    [
      figures.maintenanceDue,
      t.todo.maintenance,
      "/maintenance/daily",
      "attention",
      menus.dailyMaintenance,
      "M",
    ],
    [states.removed ?? 0, t.todo.removed, statePath("removed"), "bad", menus.productionStatus, "Q"],
    [states.silent ?? 0, t.todo.silent, statePath("silent"), "unsure", menus.productionStatus, "Q"],
    [states.unbound ?? 0, t.todo.unbound, statePath("unbound"), "neutral", menus.productionStatus, "Q"],
  ];
  const todos = all.filter(([count, , , , menu, right]) => count > 0 && can(menu, right));
  if (todos.length === 0) return <EmptyHint title={t.nothing} hint={t.nothingHint} />;
  return (
    <ul className="sk-todos">
      {todos.map(([count, text, to, tone]) => (
        <li key={to}>
          <Link to={to}>
            <ToneTag tone={tone}>{null}</ToneTag>
            <span>{text(f.whole(count))}</span>
            <ArrowRightOutlined />
          </Link>
        </li>
      ))}
    </ul>
  );
}
