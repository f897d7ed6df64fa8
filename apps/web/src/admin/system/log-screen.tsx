import { logAction, logList } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, labelOf } from "@shotkeeper/ui/cells";
import { QueryGrid, useGridAddress } from "@shotkeeper/ui/list";
import { Select } from "antd";
import { useMemo, useState } from "react";
import { logActionTones } from "../tones.ts";
import { LogTools } from "./log-chain.tsx";
import { LogDrawer, type LogRow, useChangesOf } from "./log-drawer.tsx";
import { targetLabel, targetOptions } from "./log-words.ts";
import "./system.css";

const newestFirst = [{ field: "at", direction: "desc" }] as const;
const noSort: readonly [] = [];

function Changed({ row }: { readonly row: LogRow }) {
  const locale = useLocale();
  const names = useChangesOf()(row).map((c) => labelOf(c.name, locale));
  return names.join(locale.shell.common.listJoiner);
}

function useColumns(): Columns<typeof logList> {
  const locale = useLocale();
  return useMemo(
    (): Columns<typeof logList> => [
      { name: "at", onCard: true, pin: "left", width: 160 },
      { name: "userId", width: 104 },
      { name: "userName", width: 112 },
      { name: "apiKey", width: 112 },
      {
        name: "action",
        width: 120,
        cell: (row) => <ChoiceTag of={logAction} value={row.action} tones={logActionTones} />,
      },
      { name: "target", onCard: true, width: 152, cell: (row) => targetLabel(row.target, locale) },
      { name: "targetKey", width: 168 },
      { name: "clientAddress", width: 136 },
      { name: "after", title: locale.system.log.changed, width: 360, cell: (row) => <Changed row={row} /> },
    ],
    [locale],
  );
}

/** Screen of the system log. Nobody can change the log. */
export default function LogScreen() {
  const locale = useLocale();
  const t = locale.system.log;
  const columns = useColumns();
  const address = useGridAddress(noSort);
  const options = useMemo(() => targetOptions(locale), [locale]);
  const [open, setOpen] = useState<LogRow>();
  const isTarget = (f: (typeof address.filters)[number]) => f.field === "target" && f.operator === "EQ";
  const chosen = address.filters.find(isTarget)?.value;
  return (
    <div className="sk-list">
      <QueryGrid
        query={logList}
        columns={columns}
        sort={newestFirst}
        search={["userId", "targetKey"]}
        onOpen={setOpen}
        toolbarRight={<LogTools />}
        toolbar={
          <Select
            className="sk-system-pick"
            aria-label={locale.fields.target}
            placeholder={t.allTargets}
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            options={options}
            value={typeof chosen === "string" ? chosen : undefined}
            onChange={(value?: string) =>
              address.setFilters([
                ...address.filters.filter((f) => !isTarget(f)),
                ...(value ? [{ field: "target", operator: "EQ" as const, value }] : []),
              ])
            }
          />
        }
        empty={<EmptyHint title={locale.screen.empty.title(locale.menus.systemLog)} hint={t.emptyHint} />}
      />
      {open && <LogDrawer row={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
