import {
  type ConnectorKind,
  connectorKind,
  connectorList,
  connectorMessageList,
  emptyFieldMap,
  type FieldMap,
  previewConnector,
  refuseActivation,
  refuseFieldMap,
  rotateConnector,
  setConnector,
  setConnectorKeys,
} from "@shotkeeper/contract/counter";
import { type Condition, nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, ToneTag, useAction, useClient, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, Figure, Panel } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { refusalText, useCommandData, useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { RefusableButton } from "@shotkeeper/ui/list";
import { useTabTitle } from "@shotkeeper/ui/shell";
import { App, Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { ConnectorDevices } from "./connector-devices.tsx";
import { ConnectorMap, type Settings } from "./connector-map.tsx";
import { ConnectorMessages, ConnectorPreview } from "./connector-messages.tsx";
import { ConnectorSecret, connectorAddress, type ShownSecret } from "./connector-secret.tsx";
import { ConnectorTree } from "./connector-tree.tsx";
import { EdgeGatewayState, isAway } from "./edge-gateway-state.tsx";
import { EdgeSources } from "./edge-sources.tsx";
import "./connector.css";

type Row = QueryRow<typeof connectorList>;
type View = "sources" | "messages" | "devices";
const newestFirst = [{ field: "messageId", direction: "desc" }] as const;
const refreshMs = 5000;

/** Page of a connector: its latest messages, its field map with a preview, and its devices. */
export default function ConnectorPage() {
  const { connectorId = "" } = useParams();
  const { connector: t } = useLocale();
  const where = useMemo<readonly Condition[]>(
    () => [{ field: "connectorId", operator: "EQ", value: Number(connectorId) }],
    [connectorId],
  );
  const found = useRows(connectorList, { where, limit: 1 }, { every: refreshMs });
  const row = found.data?.rows[0];
  useTabTitle(row?.connectorName);
  if (!row)
    return (
      <Panel wait={found}>
        <EmptyHint title={t.gone} hint={t.emptyHint} />
      </Panel>
    );
  return <Connector key={row.connectorId} row={row} where={where} />;
}

const settingsOf = (row: Row): Settings => ({
  ...(Object.fromEntries(
    Object.keys(emptyFieldMap).map((name) => [name, row[name as keyof FieldMap]]),
  ) as unknown as FieldMap),
  connectorName: row.connectorName,
  type: row.type,
  reportIntervalHours: row.reportIntervalHours,
});

const mapOf = (s: Settings): FieldMap =>
  Object.fromEntries(
    Object.keys(emptyFieldMap).map((name) => [name, s[name as keyof FieldMap]]),
  ) as unknown as FieldMap;

function Connector({ row, where }: { readonly row: Row; readonly where: readonly Condition[] }) {
  const locale = useLocale();
  const { connector: t, edge } = locale;
  const isEdge = row.connectorKind === connectorKind.values.edge;
  const [view, setView] = useState<View>(isEdge ? "sources" : "messages");
  return (
    <div className="sk-connector">
      <Head row={row} />
      {isEdge && <EdgeGatewayState row={row} />}
      <Segmented<View>
        value={view}
        onChange={setView}
        options={[
          ...(isEdge ? [{ value: "sources" as const, label: edge.sources }] : []),
          { value: "messages", label: t.messages },
          { value: "devices", label: t.devices(row.waitingDevices ?? 0) },
        ]}
      />
      {view === "sources" && <EdgeSources connectorId={row.connectorId} isAway={isAway(row.edgeSeenAt)} />}
      {view === "messages" && <Messages row={row} where={where} />}
      {view === "devices" && <ConnectorDevices connectorId={row.connectorId} />}
    </div>
  );
}

function Head({ row }: { readonly row: Row }) {
  const { connector: t, enums, fields, keys, shell } = useLocale();
  const f = useFormats();
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const { modal } = App.useApp();
  const invalidate = useInvalidateData();
  const [shown, setShown] = useState<ShownSecret>();
  const [isKeys, setKeys] = useState(false);
  const rotate = () =>
    void modal.confirm({
      title: keys.rotate,
      content: t.rotatePrompt(row.connectorName),
      okText: keys.rotate,
      onOk: async () => {
        const made = await act(() => client.run(rotateConnector, { connectorId: row.connectorId }));
        if (made) setShown({ connectorId: row.connectorId, name: row.connectorName, secret: made.secret });
        invalidate();
      },
    });
  const figures = [
    "bookedCount",
    "duplicateCount",
    "refusedCount",
    "unknownCount",
    "quarantinedCount",
    "noticeCount",
    "inactiveCount",
    "unlistedCount",
  ] as const;
  return (
    <header className="sk-connector-head">
      <div className="sk-connector-title">
        <h1>{row.connectorName}</h1>
        <span>{enums.connectorKind[nameOf(connectorKind, row.connectorKind) ?? "http"]}</span>
        <ToneTag tone={row.isActive ? "good" : "neutral"}>{row.isActive ? t.active : t.inactive}</ToneTag>
        <span className="sk-faint">
          {fields.lastMessageAt}
          {shell.common.colon}
          <Ago at={row.lastMessageAt} />
        </span>
        {allows(rotateConnector.access) && (
          <span className="sk-connector-actions">
            {row.connectorKind === connectorKind.values.onenet && (
              <Button onClick={() => setKeys(true)}>{t.platformKeys}</Button>
            )}
            <Button onClick={rotate}>{t.rotate}</Button>
          </span>
        )}
      </div>
      <p className="sk-faint">
        {t.address} <code>{connectorAddress(row.connectorId, `${row.prefix ?? ""}…`)}</code>
      </p>
      <div className="sk-connector-figures">
        {figures
          .filter((name) => name === "bookedCount" || (row[name] ?? 0) > 0)
          .map((name) => (
            <Figure key={name} label={fields[name]} value={f.whole(row[name] ?? 0)} />
          ))}
      </div>
      {isKeys && (
        <CommandDialog
          command={setConnectorKeys}
          title={t.platformKeys}
          lead={t.platformKeysLead}
          preset={{ connectorId: row.connectorId }}
          okText={t.save}
          onClose={() => setKeys(false)}
        />
      )}
      {shown && <ConnectorSecret {...shown} onClose={() => setShown(undefined)} />}
    </header>
  );
}

function Messages({ row, where }: { readonly row: Row; readonly where: readonly Condition[] }) {
  const locale = useLocale();
  const { connector: t } = locale;
  const { connectorId } = row;
  const kind = row.connectorKind as ConnectorKind;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const stored = settingsOf(row);
  const [changes, setChanges] = useState<Partial<Settings>>({});
  const [chosen, setChosen] = useState<number>();
  const value = { ...stored, ...changes };
  const map = mapOf(value);
  const messages = useRows(
    connectorMessageList,
    { where, sort: newestFirst, limit: 50 },
    { every: refreshMs },
  );
  const preview = useCommandData(previewConnector, { connectorId, ...map }, { every: refreshMs });
  const list = messages.data?.rows ?? [];
  const shown = list.find((m) => m.messageId === chosen) ?? list[0];
  const content = preview.data?.contents.find((c) => c.messageId === shown?.messageId)?.content;
  const mayEdit = allows(setConnector.access);
  const change = (more: Partial<Settings>) => setChanges((before) => ({ ...before, ...more }));
  const save = async (isActive: boolean) => {
    const { connectorName, type, reportIntervalHours } = value;
    const done = await act(
      () =>
        client.run(setConnector, {
          connectorId,
          connectorName,
          isActive,
          ...map,
          type: type as Row["type"],
          reportIntervalHours,
        }),
      t.saved,
    );
    if (done === undefined) return;
    setChanges({});
    invalidate();
  };
  const isChanged = Object.keys(changes).length > 0;
  return (
    <div className="sk-connector-parts">
      <Panel title={t.messages} wait={messages}>
        <ConnectorMessages messages={list} chosen={shown?.messageId ?? undefined} onChoose={setChosen} />
      </Panel>
      <Panel title={t.message} extra={shown?.topic && <code>{shown.topic}</code>}>
        {shown && (
          <>
            {mayEdit && content !== undefined && <p className="sk-faint">{t.pickHint}</p>}
            {content === undefined ? (
              <pre className="sk-connector-raw">{shown.payload}</pre>
            ) : (
              <ConnectorTree
                value={content}
                map={map}
                onPick={mayEdit ? (field, pointer) => change({ [field]: pointer }) : undefined}
              />
            )}
          </>
        )}
      </Panel>
      <Panel
        title={t.map}
        extra={
          mayEdit && (
            <>
              {isChanged && <Button onClick={() => setChanges({})}>{t.discard}</Button>}
              <RefusableButton
                refused={refusalText(
                  row.isActive ? refuseActivation(kind, map) : refuseFieldMap(kind, map),
                  locale,
                )}
                onClick={() => void save(row.isActive)}
              >
                {t.save}
              </RefusableButton>
              {row.isActive ? (
                <Button onClick={() => void save(false)}>{t.deactivate}</Button>
              ) : (
                <RefusableButton
                  type="primary"
                  refused={refusalText(refuseActivation(kind, map), locale)}
                  onClick={() => void save(true)}
                >
                  {t.activate}
                </RefusableButton>
              )}
            </>
          )
        }
      >
        <ConnectorMap kind={kind} value={value} disabled={!mayEdit} onChange={change} />
      </Panel>
      <Panel title={t.preview} wait={preview}>
        <ConnectorPreview parts={preview.data?.parts ?? []} />
      </Panel>
    </div>
  );
}
