import {
  adoptDevices,
  connectorDeviceList,
  connectorDeviceState,
  ignoreDevices,
  maxAdopted,
} from "@shotkeeper/contract/counter";
import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, textOf, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { App, Button } from "antd";
import { useMemo, useState } from "react";
import { CounterLink } from "../links.tsx";
import { connectorDeviceTones } from "../tones.ts";

type Row = QueryRow<typeof connectorDeviceList>;
const noRows: ReadonlyMap<string, Row> = new Map();
const { waiting, adopted } = connectorDeviceState.values;
const newestFirst = [{ field: "lastMessageAt", direction: "desc" }] as const;

/** List of a connector's devices. The user adopts waiting devices as counters, one by one or several at once. */
export function ConnectorDevices({ connectorId }: { readonly connectorId: number }) {
  const locale = useLocale();
  const { connector: t } = locale;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const { message } = App.useApp();
  const invalidate = useInvalidateData();
  const [selection, setSelection] = useState(noRows);
  const [named, setNamed] = useState<Row>();
  const mayAdopt = allows(adoptDevices.access);
  const fixed = useMemo<readonly Condition[]>(
    () => [{ field: "connectorId", operator: "EQ", value: connectorId }],
    [connectorId],
  );
  const tell = (done: { readonly registered: number; readonly matched: number }) =>
    void message.success(t.adoptedDone(done.registered, done.matched));
  const adopt = async (rows: readonly Row[]) => {
    const remoteIds = rows.slice(0, maxAdopted).map((row) => row.remoteId);
    const done = await act(() => client.run(adoptDevices, { connectorId, remoteIds, chipCode: null }));
    if (!done) return;
    tell(done);
    setSelection(noRows);
    invalidate();
  };
  const ignore = async (row: Row, isIgnored: boolean) => {
    await act(() => client.run(ignoreDevices, { connectorId, remoteIds: [row.remoteId], isIgnored }));
    invalidate();
  };
  const actions = (row: Row): RowAction[] => {
    if (!mayAdopt || row.connectorDeviceState === adopted) return [];
    const isWaiting = row.connectorDeviceState === waiting;
    return [
      {
        key: "adopt",
        label: row.matchingWriter === null ? t.adopt : t.match(row.matchingWriter),
        run: () => void adopt([row]),
      },
      { key: "as", label: t.adoptAs, run: () => setNamed(row) },
      {
        key: "ignore",
        label: isWaiting ? t.ignore : t.unignore,
        run: () => void ignore(row, isWaiting),
      },
    ];
  };
  const columns: Columns<typeof connectorDeviceList> = [
    { name: "remoteId", pin: "left", width: 200 },
    {
      name: "connectorDeviceState",
      width: 112,
      cell: (row) => (
        <ChoiceTag of={connectorDeviceState} value={row.connectorDeviceState} tones={connectorDeviceTones} />
      ),
    },
    { name: "chipCode", width: 180 },
    { name: "writerId", width: 160, cell: (row) => <CounterLink no={row.writerId} /> },
    { name: "matchingWriter", width: 160, cell: (row) => <CounterLink no={row.matchingWriter} /> },
    { name: "countTimes", width: 120 },
    { name: "lastMessageAt", width: 128, cell: (row) => <Ago at={row.lastMessageAt} /> },
    { name: "messageCount", width: 104 },
    {
      name: "lastNotice",
      width: 320,
      cell: (row) => (row.lastNotice === null ? null : textOf(row.lastNotice, locale)),
    },
    { name: "lastNoticeAt", width: 160 },
    { name: "firstAt", width: 160 },
  ];
  const chosen = [...selection.values()].filter((row) => row.connectorDeviceState !== adopted);
  return (
    <div className="sk-list sk-connector-devices">
      <QueryGrid
        query={connectorDeviceList}
        columns={columns}
        fixed={fixed}
        inner
        search={["remoteId"]}
        sort={newestFirst}
        selection={selection}
        onSelectionChange={mayAdopt ? setSelection : undefined}
        toolbar={
          mayAdopt && (
            <Button type="primary" disabled={chosen.length === 0} onClick={() => void adopt(chosen)}>
              {t.adoptMany(chosen.length)}
            </Button>
          )
        }
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={200}
        empty={<EmptyHint title={t.noDevices} hint={t.noDevicesHint} />}
      />
      {named && (
        <CommandDialog
          command={adoptDevices}
          title={t.adoptTitle(named.remoteId)}
          lead={t.adoptLead}
          preset={{ connectorId, remoteIds: [named.remoteId] }}
          initial={{ chipCode: named.chipCode }}
          okText={t.adopt}
          onDone={tell}
          onClose={() => setNamed(undefined)}
        />
      )}
    </div>
  );
}
