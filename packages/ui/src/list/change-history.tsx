import type { Condition, Entity } from "@shotkeeper/contract/kernel";
import { changeHistory } from "@shotkeeper/contract/system";
import { Skeleton, Timeline } from "antd";
import { useMemo } from "react";
import { Ago, useLocale } from "../app/index.ts";
import { valueText } from "../cells/column-types.tsx";
import { EmptyHint } from "../cells/empty-hint.tsx";
import { FirstOf } from "../cells/first-of.tsx";
import { labelOf } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useRows } from "../data/use-rows.ts";
import { changesOf } from "./history-changes.ts";
import "../cells/changes.css";
import "./list.css";

interface ChangeHistoryProps {
  readonly entity: Entity;
  /** Key of the record as the log of changes stores it: several key fields are joined by "/". */
  readonly recordKey: string;
}

const newestFirst = [{ field: "logId", direction: "desc" }] as const;

/** Shows the newest 100 changes of a record: user, time, changed fields. */
export function ChangeHistory({ entity, recordKey }: ChangeHistoryProps) {
  const locale = useLocale();
  const c = useTypeContext();
  const where = useMemo<Condition[]>(
    () => [
      { field: "target", operator: "EQ", value: entity.wire },
      { field: "targetKey", operator: "EQ", value: recordKey },
    ],
    [entity, recordKey],
  );
  const log = useRows(changeHistory, { where, sort: newestFirst, limit: 100 });
  if (log.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  const rows = log.data?.rows ?? [];
  if (rows.length === 0) return <EmptyHint title={locale.screen.history.empty} />;
  return (
    <>
      <Timeline
        className="sk-history"
        items={rows.map((row) => ({
          key: row.logId ?? "",
          content: (
            <>
              <div className="sk-history-head">
                <strong>{valueText(row.action, changeHistory.columns.action, c)}</strong>
                <span>{row.userId}</span>
                <span className="sk-faint">
                  <Ago at={row.at} />
                </span>
              </div>
              <dl className="sk-changes">
                {changesOf(row.before, row.after, entity.fields).map(({ name, before, after }) => {
                  const field = entity.fields[name];
                  if (!field) return null;
                  return (
                    <div key={name}>
                      <dt>{labelOf(name, locale)}</dt>
                      <dd>
                        {row.before !== null && row.before !== undefined && (
                          <>
                            <del>{valueText(before, field, c)}</del> →{" "}
                          </>
                        )}
                        <ins>{valueText(after, field, c)}</ins>
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </>
          ),
        }))}
      />
      <FirstOf shown={rows.length} total={log.data?.total} />
    </>
  );
}
