import type { Condition } from "@shotkeeper/contract/kernel";
import { warningList } from "@shotkeeper/contract/warning";
import { Ago, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Link } from "react-router";
import { CounterLink, MoldLink } from "../links.tsx";
import { CauseText, KindTag } from "../warning/columns.tsx";

const open: readonly Condition[] = [{ field: "isOpen", operator: "EQ", value: true }];
const newestFirst = [{ field: "openedAt", direction: "desc" }] as const;

export function LatestWarnings() {
  const { workplace: t, warning } = useLocale();
  const rows = useRows(warningList, { where: open, sort: newestFirst, limit: 8 }, { live: ["warning"] });
  return (
    <Panel
      title={t.warnings}
      extra={
        <Link className="sk-link" to="/warning/all">
          {t.warningsAll}
        </Link>
      }
      wait={rows}
    >
      {rows.data?.rows.length === 0 ? (
        <EmptyHint title={warning.empty} hint={warning.emptyHint} />
      ) : (
        <ul className="sk-latest">
          {rows.data?.rows.map((row) => (
            <li key={row.warningId}>
              <KindTag row={row} />
              {row.moldNo ? <MoldLink no={row.moldNo} /> : <CounterLink no={row.writerId} />}
              <span className="sk-latest-cause">
                <CauseText row={row} />
              </span>
              <span className="sk-faint">
                <Ago at={row.openedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
