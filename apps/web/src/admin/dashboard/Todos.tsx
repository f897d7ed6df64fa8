import { ArrowRightOutlined } from "@ant-design/icons";
import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { warningCounts } from "@shotkeeper/contract/warning";
import { type Tone, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, useRun } from "@shotkeeper/ui/screen";
import { Link } from "react-router";
import { statePath } from "../paths.ts";

/** What waits for this user: what they may not do themselves is not theirs. Each leads to where it is done. */
export function Todos({ figures }: { readonly figures: WorkplaceFigures }) {
  const { dashboard: t } = useLocale();
  const { can } = useSession();
  const f = useFormats();
  const warnings = useRun(warningCounts, {}, { live: ["warning"], enabled: can("WA100", "Q") });
  const waiting = warnings.data?.UNACKNOWLEDGED ?? 0;
  const states = figures.STATES;
  const all: readonly (readonly [
    count: number,
    text: (n: string) => string,
    to: string,
    tone: Tone,
    menu: string,
    right: "M" | "Q",
  ])[] = [
    [waiting, t.todo.warnings, "/warning/all", "bad", "WA100", "M"],
    [figures.MAINTENANCE_DUE, t.todo.maintenance, "/maintenance/daily", "attention", "MT101", "M"],
    [states.removed ?? 0, t.todo.removed, statePath("removed"), "bad", "PO102", "Q"],
    [states.silent ?? 0, t.todo.silent, statePath("silent"), "unsure", "PO102", "Q"],
    [states.unbound ?? 0, t.todo.unbound, statePath("unbound"), "neutral", "PO102", "Q"],
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
