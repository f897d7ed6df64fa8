import { PlusOutlined } from "@ant-design/icons";
import {
  gateway,
  gatewayList,
  gatewayState,
  makeGateway,
  revokeGateway,
  rotateGateway,
} from "@shotkeeper/contract/counter";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { App, Button } from "antd";
import { useState } from "react";
import { KeyShown, OverlapInput } from "../key-dialogs.tsx";
import { gatewayTones } from "../tones.ts";

type Row = QueryRow<typeof gatewayList>;

const columns: Columns<typeof gatewayList> = [
  { name: "gatewayName", pin: "left", width: 200 },
  {
    name: "gatewayState",
    width: 104,
    cell: (row) => <ChoiceTag of={gatewayState} value={row.gatewayState} tones={gatewayTones} />,
  },
  { name: "gatewayId", width: 104 },
  { name: "prefix", width: 112, cell: (row) => (row.prefix === null ? null : <code>{row.prefix}…</code>) },
  { name: "lastUsedAt", width: 120, cell: (row) => <Ago at={row.lastUsedAt} /> },
  { name: "lastUsedFrom", width: 136 },
  { name: "oldUntil", width: 160 },
  { name: "createdBy", width: 104 },
  { name: "createdDate", width: 160 },
  { name: "revokedAt", width: 160 },
  { name: "revokedBy", width: 104 },
];

/** Screen of the gateways and their keys. A key is shown only once, directly after its creation. */
export default function GatewayScreen() {
  const { keys, menus, screen } = useLocale();
  const t = keys.gateway;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const { modal } = App.useApp();
  const [isMaking, setMaking] = useState(false);
  const [rotated, setRotated] = useState<Row>();
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string }>();

  const revoke = (row: Row) =>
    void modal.confirm({
      title: keys.revoke,
      content: t.revokePrompt(row.gatewayName ?? ""),
      okText: keys.revoke,
      okButtonProps: { danger: true },
      onOk: async () => {
        await act(() => client.run(revokeGateway, { gatewayId: row.gatewayId }), keys.revoked);
        invalidate();
      },
    });
  const actionsFor = (row: Row): RowAction[] =>
    row.revokedAt !== null
      ? []
      : [
          ...(allows(rotateGateway.access)
            ? [{ key: "rotate", label: keys.rotate, run: () => setRotated(row) }]
            : []),
          ...(allows(revokeGateway.access)
            ? [{ key: "revoke", label: keys.revoke, danger: true, run: () => revoke(row) }]
            : []),
        ];
  const makeButton = allows(makeGateway.access) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {t.make}
    </Button>
  );
  return (
    <div className="sk-list">
      <QueryGrid
        query={gatewayList}
        entity={gateway}
        columns={columns}
        search={["gatewayName"]}
        toolbar={makeButton}
        rowActions={(row) => <RowActions actions={actionsFor(row)} />}
        actionsWidth={152}
        empty={<EmptyHint title={screen.empty.title(menus.gateway)} hint={t.emptyHint} action={makeButton} />}
      />
      {isMaking && (
        <CommandDialog
          command={makeGateway}
          title={t.makeTitle}
          lead={t.makeLead}
          okText={t.make}
          onDone={({ gatewayName, key }) => setShown({ name: gatewayName, secret: key })}
          onClose={() => setMaking(false)}
        />
      )}
      {rotated && (
        <CommandDialog
          command={rotateGateway}
          title={keys.rotateTitle(rotated.gatewayName ?? "")}
          lead={keys.rotateLead}
          preset={{ gatewayId: rotated.gatewayId }}
          initial={{ overlapHours: 168 }}
          inputs={{ overlapHours: OverlapInput }}
          okText={keys.rotate}
          onDone={({ key }) => setShown({ name: rotated.gatewayName ?? "", secret: key })}
          onClose={() => setRotated(undefined)}
        />
      )}
      {shown && (
        <KeyShown
          {...shown}
          usage={t.usage}
          header={`Authorizations: Gateway ${shown.secret}`}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}
