import { PlusOutlined } from "@ant-design/icons";
import { connector, connectorList, makeConnector } from "@shotkeeper/contract/counter";
import { Ago, ToneTag, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRemove } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { connectorPath } from "../paths.ts";
import { ConnectorSecret, type ShownSecret } from "./connector-secret.tsx";

const newestFirst = [{ field: "connectorId", direction: "desc" }] as const;

/** Screen of the connectors: addresses at which other systems deliver messages of their devices. */
export default function ConnectorScreen() {
  const { connector: t, menus, screen } = useLocale();
  const { allows, can } = useSession();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownSecret>();
  const remove = useRemove(connector);

  const columns: Columns<typeof connectorList> = [
    {
      name: "connectorName",
      pin: "left",
      width: 200,
      cell: (row) => (
        <Link className="sk-link" to={connectorPath(row.connectorId)}>
          {row.connectorName}
        </Link>
      ),
    },
    { name: "connectorKind", width: 160 },
    {
      name: "isActive",
      width: 120,
      cell: (row) => (
        <ToneTag tone={row.isActive ? "good" : "neutral"}>{row.isActive ? t.active : t.inactive}</ToneTag>
      ),
    },
    { name: "lastMessageAt", width: 128, cell: (row) => <Ago at={row.lastMessageAt} /> },
    { name: "waitingDevices", width: 128 },
    { name: "bookedCount", width: 104 },
    { name: "duplicateCount", width: 128 },
    { name: "refusedCount", width: 104 },
    { name: "unknownCount", width: 152 },
    { name: "quarantinedCount", width: 112 },
    { name: "noticeCount", width: 96 },
    { name: "inactiveCount", width: 120 },
    { name: "unlistedCount", width: 152 },
    { name: "prefix", width: 112, cell: (row) => (row.prefix === null ? null : <code>{row.prefix}…</code>) },
    "createdBy",
    "createdDate",
  ];
  const makeButton = allows(makeConnector.access) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {t.make}
    </Button>
  );
  const actions = (row: { readonly connectorId: number }): RowAction[] => [
    { key: "open", label: t.open, run: () => void navigate(connectorPath(row.connectorId)) },
    ...(can(connector.menu, "D")
      ? [{ key: "delete", label: t.remove, danger: true, run: () => void remove([row]) }]
      : []),
  ];
  return (
    <div className="sk-list">
      <QueryGrid
        query={connectorList}
        entity={connector}
        columns={columns}
        search={["connectorName"]}
        sort={newestFirst}
        toolbar={makeButton}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={152}
        empty={
          <EmptyHint title={screen.empty.title(menus.connector)} hint={t.emptyHint} action={makeButton} />
        }
      />
      {isMaking && (
        <CommandDialog
          command={makeConnector}
          title={t.make}
          lead={t.makeLead}
          okText={t.make}
          onDone={(made) =>
            setShown({ connectorId: made.connectorId, name: made.connectorName, secret: made.secret })
          }
          onClose={() => setMaking(false)}
        />
      )}
      {shown && (
        <ConnectorSecret
          {...shown}
          onClose={() => {
            setShown(undefined);
            void navigate(connectorPath(shown.connectorId));
          }}
        />
      )}
    </div>
  );
}
