import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { logList } from "@shotkeeper/contract/system";
import { missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, labelOf } from "@shotkeeper/ui/cells";
import { useValueText } from "@shotkeeper/ui/list";
import { Drawer } from "antd";
import { useState } from "react";
import { type LogChange, logChanges } from "./log-changes.ts";
import { fieldsOf, sharedFields, targetLabel } from "./log-words.ts";
import { valueNames } from "./value-names.ts";
import "./system.css";

export type LogRow = QueryRow<typeof logList>;

/**
 * Returns a function that lists the changes of a log entry. The names and types of the fields come from the declaration
 * of the entity.
 */
export function useChangesOf(): (row: LogRow) => LogChange[] {
  const { fields } = useLocale();
  return (row) =>
    logChanges(row.before, row.after, fieldsOf(row.target), (name) => name in fields, sharedFields);
}

type TextOf = ReturnType<typeof useValueText>;

function Value(p: { readonly change: LogChange; readonly of: "before" | "after"; readonly textOf: TextOf }) {
  const value = p.change[p.of];
  if (value === null || (Array.isArray(value) && value.length === 0))
    return <span className="sk-faint">{missing}</span>;
  const text = p.textOf(value, p.change);
  return p.of === "before" ? <del>{text}</del> : <ins>{text}</ins>;
}

/** Drawer with one log entry: user, time, and the value of each changed field before and after. */
export function LogDrawer({ row, onClose }: { readonly row: LogRow; readonly onClose: () => void }) {
  const locale = useLocale();
  const { system, enums } = locale;
  const t = system.log;
  const f = useFormats();
  const [open, setOpen] = useState(true);
  const changes = useChangesOf()(row);
  const textOf = useValueText(changes, valueNames);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClose()}
      size={720}
      title={t.title(row.action ? enums.logAction[row.action] : "", targetLabel(row.target, locale))}
    >
      <dl className="sk-facts">
        <div>
          <dt>{locale.fields.at}</dt>
          <dd>{f.dateTime(row.at)}</dd>
        </div>
        <div>
          <dt>{locale.fields.userName}</dt>
          <dd>{[row.userName, row.userId].filter(Boolean).join(" · ")}</dd>
        </div>
        {row.apiKey !== null && (
          <div>
            <dt>{locale.fields.apiKey}</dt>
            <dd>{row.apiKey}</dd>
          </div>
        )}
        <div>
          <dt>{locale.fields.targetKey}</dt>
          <dd>{row.targetKey}</dd>
        </div>
        {row.clientAddress !== null && (
          <div>
            <dt>{locale.fields.clientAddress}</dt>
            <dd>{row.clientAddress}</dd>
          </div>
        )}
        {row.clientDevice !== null && (
          <div>
            <dt>{locale.fields.clientDevice}</dt>
            <dd>{row.clientDevice}</dd>
          </div>
        )}
        <div>
          <dt>{locale.fields.logId}</dt>
          <dd>{row.logId}</dd>
        </div>
      </dl>
      {changes.length === 0 ? (
        <EmptyHint title={t.nothing} />
      ) : (
        <table className="sk-diff">
          <thead>
            <tr>
              <th scope="col">{t.changed}</th>
              <th scope="col">{t.was}</th>
              <th scope="col">{t.is}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.name}>
                <th scope="row">{labelOf(change.name, locale)}</th>
                <td data-label={t.was}>
                  <Value change={change} of="before" textOf={textOf} />
                </td>
                <td data-label={t.is}>
                  <Value change={change} of="after" textOf={textOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  );
}
