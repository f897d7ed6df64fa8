import { listFigures } from "@shotkeeper/contract/board";
import { counterLog, quarantineReason, readingArchive, releaseReading } from "@shotkeeper/contract/counter";
import { nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import type { GridFilter } from "@shotkeeper/datagrid/antd";
import { Ago, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Battery, type Columns, EmptyHint, Signal } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid, useGridAddress } from "@shotkeeper/ui/list";
import { serverNow, wallTime } from "@shotkeeper/ui/time";
import { Alert } from "antd";
import { useMemo, useState } from "react";
import { FigureLink, useFigure } from "../figures.tsx";
import { CounterLink, MoldLink } from "../links.tsx";
import { CounterInput } from "../pickers.tsx";
import { CounterCurves } from "./counter-curves.tsx";
import "./counter.css";

type Reading = QueryRow<typeof counterLog>;
type Release = (quarantineId: number) => void;

const newestFirst = [{ field: "at", direction: "desc" }] as const;
const noSort: readonly [] = [];
const dayMs = 86_400_000;

/** Returns the initial filter of the log, for the readings of the last 24 hours. Users may remove this filter. */
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

/** Link to the quarantine, with the number of readings that wait for a decision. */
function QuarantineLink() {
  const { counter: t } = useLocale();
  const f = useFormats();
  const { rows: waiting } = useFigure(listFigures.quarantined);
  if (!waiting) return null;
  return (
    <FigureLink figure={listFigures.quarantined} rows={waiting} className="sk-link">
      {t.quarantine.link(f.whole(waiting))}
    </FigureLink>
  );
}

/** Notice with the date of the list's first readings, if earlier readings are in the archive. */
function ArchiveNote() {
  const { counter: t } = useLocale();
  const f = useFormats();
  const { data } = useCommandData(readingArchive, {});
  if (!data?.until) return null;
  return <Alert type="info" showIcon title={t.archived(f.date(data.until))} />;
}

function useLogColumns(onRelease: Release | undefined): Columns<typeof counterLog> {
  const { counter: t } = useLocale();
  return useMemo(
    () => [
      { name: "at", pin: "left", onCard: true, width: 160 },
      { name: "writerId", width: 132, cell: (row) => <CounterLink no={row.writerId} /> },
      { name: "moldNo", onCard: true, width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
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

export default function CounterLogScreen() {
  const { counter: t } = useLocale();
  const { can } = useSession();
  const f = useFormats();
  const [lately] = useState(lastDay);
  const address = useGridAddress(noSort, undefined, lately);
  const [release, setRelease] = useState<number>();
  const mayRelease = can(menus.quarantine, "M");
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
  return (
    <div className="sk-list sk-list-headed">
      <ArchiveNote />
      {writerId && <CounterCurves writerId={writerId} />}
      <QueryGrid
        query={counterLog}
        columns={columns}
        sort={newestFirst}
        initialFilters={lately}
        live={["reading"]}
        toolbar={
          <>
            <div className="sk-pick">
              <CounterInput value={writerId} onChange={choose} placeholder={t.pick} />
            </div>
            <QuarantineLink />
          </>
        }
        empty={<EmptyHint title={t.emptyLog} hint={t.emptyLogHint} />}
      />
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
