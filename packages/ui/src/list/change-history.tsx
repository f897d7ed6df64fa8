import type { Condition, Entity } from "@shotkeeper/contract/kernel";
import { changeHistory } from "@shotkeeper/contract/system";
import { Skeleton, Timeline } from "antd";
import { useMemo } from "react";
import { useFormats, useLocale } from "../app/index.ts";
import { valueText } from "../cells/column-types.tsx";
import { EmptyHint } from "../cells/empty-hint.tsx";
import { Failed } from "../cells/failed.tsx";
import { FirstOf } from "../cells/first-of.tsx";
import { labelOf } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useRows } from "../data/use-rows.ts";
import { changesOf } from "./history-changes.ts";
import { type LoggedValue, useValueText } from "./value-names.ts";
import "../cells/changes.css";
import "./list.css";

interface ChangeHistoryProps {
  readonly entity: Entity;
  /** Key of the record as the log of changes stores it: several key fields are joined by "/". */
  readonly recordKey: string;
}

/** Field with the id of the user who made a change. */
const userField = "updatedBy";
const newestFirst = [{ field: "logId", direction: "desc" }] as const;

/** Shows the newest 100 changes of a record: user, time, changed fields. */
export function ChangeHistory({ entity, recordKey }: ChangeHistoryProps) {
  const locale = useLocale();
  const c = useTypeContext();
  const f = useFormats();
  const where = useMemo<Condition[]>(
    () => [
      { field: "target", operator: "EQ", value: entity.wire },
      { field: "targetKey", operator: "EQ", value: recordKey },
    ],
    [entity, recordKey],
  );
  const log = useRows(changeHistory, { where, sort: newestFirst, limit: 100 });
  const entries = (log.data?.rows ?? []).map((row) => ({
    row,
    changes: changesOf(row.before, row.after, entity.fields).map((change) => ({
      ...change,
      field: entity.fields[change.name],
    })),
  }));
  const users = entries.map(
    ({ row }): LoggedValue => ({ name: userField, field: undefined, before: null, after: row.userId }),
  );
  const textOf = useValueText([...entries.flatMap((e) => e.changes), ...users]);
  if (log.error) return <Failed error={log.error} retry={log.refetch} />;
  if (log.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (entries.length === 0) return <EmptyHint title={locale.screen.history.empty} />;
  return (
    <>
      <Timeline
        className="sk-history"
        items={entries.map(({ row, changes }) => ({
          key: row.logId ?? "",
          content: (
            <>
              <div className="sk-history-head">
                <strong>{valueText(row.action, changeHistory.columns.action, c)}</strong>
                <span title={row.userId ?? undefined}>
                  {textOf(row.userId, { name: userField, field: undefined })}
                </span>
                <span className="sk-faint">{f.dateTime(row.at).slice(0, 16)}</span>
              </div>
              <dl className="sk-changes">
                {changes.map((change) => (
                  <div key={change.name}>
                    <dt>{labelOf(change.name, locale)}</dt>
                    <dd>
                      {row.before !== null && row.before !== undefined && (
                        <>
                          <del>{textOf(change.before, change)}</del> →{" "}
                        </>
                      )}
                      <ins>{textOf(change.after, change)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          ),
        }))}
      />
      <FirstOf shown={entries.length} total={log.data?.total} />
    </>
  );
}
