import { counterLog, quarantineList, quarantineReason, releaseReading } from "@shotkeeper/contract/counter";
import { nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { GridFilter } from "@shotkeeper/datagrid";
import { Ago, missing, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Battery, type Columns, EmptyHint, Signal } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { QueryGrid, RowActions, useGridAddress } from "@shotkeeper/ui/list";
import { serverNow, wallTime } from "@shotkeeper/ui/time";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { CounterLink, MoldLink } from "../links.tsx";
import { CounterInput } from "../pickers.tsx";
import { CounterCurves } from "./counter-curves.tsx";
import "./counter.css";

type Reading = QueryRow<typeof counterLog>;
type Release = (quarantineId: number) => void;

const newestFirst = [{ field: "at", direction: "desc" }] as const;
const lastReceivedFirst = [{ field: "receivedAt", direction: "desc" }] as const;
const noSort: readonly [] = [];
const dayMs = 86_400_000;

/** Returns the filter for the readings of the last 24 hours. The log opens with it, and the user may remove it. */
const lastDay = (): readonly GridFilter[] => [
  { field: "at", operator: "EGT", value: wallTime(serverNow() - dayMs) },
];

/** Tags of a reading: quarantine reason and flags. A quarantined reading also has a button that releases it. */
function Flags({ row, onRelease }: { readonly row: Reading; readonly onRelease?: Release | undefined }) {
  const { counter: t, enums } = useLocale();
  const reason = nameOf(quarantineReason, row.quarantine);
  const id = row.released ? null : row.quarantineId;
  return (
    <span className="sk-tags">
      {onRelease && id !== null && (
        <button type="button" className="sk-link" onClick={() => onRelease(id)}>
          {t.release}
        </button>
      )}
      {reason && (
        <ToneTag tone={row.released ? "info" : "bad"}>
          {row.released ? t.released : t.quarantined} · {enums.quarantineReason[reason]}
        </ToneTag>
      )}
      {row.isLate && <ToneTag tone="neutral">{t.late}</ToneTag>}
      {row.clockUnset && <ToneTag tone="unsure">{t.clock}</ToneTag>}
      {row.isReset && <ToneTag tone="attention">{t.reset}</ToneTag>}
    </span>
  );
}

function ReasonTag({ value }: { readonly value: Reading["quarantine"] }) {
  const { enums } = useLocale();
  const name = nameOf(quarantineReason, value);
  return name ? <ToneTag tone="bad">{enums.quarantineReason[name]}</ToneTag> : missing;
}

function useLogColumns(onRelease: Release | undefined): Columns<typeof counterLog> {
  const { counter: t } = useLocale();
  return useMemo(
    () => [
      { name: "at", pin: "left", width: 160 },
      { name: "writerId", width: 132, cell: (row) => <CounterLink no={row.writerId} /> },
      { name: "moldNo", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
      "countTimes",
      "shots",
      { name: "shotsSince", width: 160 },
      {
        name: "quarantine",
        title: t.flags,
        width: 190,
        cell: (row) => <Flags row={row} onRelease={onRelease} />,
      },
      { name: "battery", width: 92, cell: (row) => <Battery percent={row.battery} /> },
      { name: "rssi", width: 116, cell: (row) => <Signal dbm={row.rssi} /> },
      { name: "receivedAt", width: 112, cell: (row) => <Ago at={row.receivedAt} /> },
      { name: "channel", width: 80 },
      "coordinate",
    ],
    [t, onRelease],
  );
}

const quarantineColumns: Columns<typeof quarantineList> = [
  { name: "receivedAt", pin: "left", width: 160 },
  { name: "reason", width: 132, cell: (row) => <ReasonTag value={row.reason} /> },
  "chipCode",
  { name: "writerId", width: 120, cell: (row) => <CounterLink no={row.writerId} /> },
  { name: "at", width: 160 },
  "countTimes",
  { name: "payload", width: 320 },
  "releasedAt",
  "releasedBy",
];

export default function CounterLogScreen() {
  const { counter: t } = useLocale();
  const { can } = useSession();
  const f = useFormats();
  const [lately] = useState(lastDay);
  const address = useGridAddress(noSort, undefined, lately);
  const [tab, setTab] = useState<"readings" | "quarantine">("readings");
  const [release, setRelease] = useState<number>();
  const mayRelease = can(menus.counterLog, "M");
  // The release button is inside the column of tags. Few readings are in quarantine, so a separate column of actions
  // would be empty on nearly every page.
  const columns = useLogColumns(mayRelease ? setRelease : undefined);
  const chosen = address.filters.find((x) => x.field === "writerId" && x.operator === "EQ")?.value;
  const writerId = typeof chosen === "string" ? chosen : undefined;

  const choose = (id: unknown) =>
    address.setFilters([
      ...address.filters.filter((x) => x.field !== "writerId"),
      ...(typeof id === "string" ? [{ field: "writerId", operator: "EQ" as const, value: id }] : []),
    ]);
  const releaseAction = (id: number | null, released: boolean) =>
    id === null || released ? null : (
      <RowActions actions={[{ key: "release", label: t.release, run: () => setRelease(id) }]} />
    );
  const head = (
    <Segmented<typeof tab>
      value={tab}
      onChange={setTab}
      options={[
        { value: "readings", label: t.tabs.readings },
        { value: "quarantine", label: t.tabs.quarantine },
      ]}
    />
  );
  return (
    <div className="sk-list sk-list-headed">
      {tab === "readings" && writerId && <CounterCurves writerId={writerId} />}
      {tab === "readings" ? (
        <QueryGrid
          key="readings"
          query={counterLog}
          columns={columns}
          sort={newestFirst}
          initialFilters={lately}
          live={["reading"]}
          toolbar={
            <>
              {head}
              <div className="sk-pick">
                <CounterInput value={writerId} onChange={choose} placeholder={t.pick} />
              </div>
            </>
          }
          empty={<EmptyHint title={t.emptyLog} hint={t.emptyLogHint} />}
        />
      ) : (
        <QueryGrid
          key="quarantine"
          query={quarantineList}
          columns={quarantineColumns}
          sort={lastReceivedFirst}
          live={["reading"]}
          inner
          toolbar={head}
          rowActions={
            mayRelease ? (row) => releaseAction(row.quarantineId, row.releasedAt !== null) : undefined
          }
          actionsWidth={72}
          empty={<EmptyHint title={t.emptyQuarantine} hint={t.emptyQuarantineHint} />}
        />
      )}
      {release !== undefined && (
        <CommandDialog
          command={releaseReading}
          title={t.releaseTitle}
          lead={t.releaseLead}
          preset={{ quarantineId: release }}
          okText={t.release}
          successText={(o) => t.releaseDone(f.whole(o.moved))}
          onClose={() => setRelease(undefined)}
        />
      )}
    </div>
  );
}
