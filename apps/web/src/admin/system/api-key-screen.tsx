import { PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import {
  actionsOf,
  apiKey,
  apiKeyList,
  apiKeyState,
  keyDays,
  makeApiKey,
  organizationChoices,
  revokeApiKey,
  rotateApiKey,
} from "@shotkeeper/contract/system";
import { type Locale, menuLabel } from "@shotkeeper/locales";
import { Ago, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { referenceInput } from "@shotkeeper/ui/form";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { serverNow } from "@shotkeeper/ui/time";
import { App, Button } from "antd";
import { useMemo, useState } from "react";
import { KeyShown, OverlapInput } from "../key-dialogs.tsx";
import { apiKeyTones } from "../tones.ts";
import { ScopesInput } from "./scopes-input.tsx";

type Row = QueryRow<typeof apiKeyList>;

const dayMs = 86_400_000;
const OrganizationInput = referenceInput({ query: organizationChoices, value: "orgId", label: "orgName" });

/** Lists the rights of a key by screen, such as "Molds: query, modify". */
function scopesText(scopes: readonly string[], { menus, system, shell }: Locale): string {
  return screens
    .flatMap((screen) => {
      const actions = actionsOf(screen).filter((a) => scopes.includes(`${screen.id}:${a}`));
      const names = actions.map((a) => system.role.actions[a]).join(shell.common.listJoiner);
      return actions.length > 0 ? [system.role.right(menuLabel(menus, screen.id), names)] : [];
    })
    .join(shell.common.partJoiner);
}

function useColumns(): Columns<typeof apiKeyList> {
  const locale = useLocale();
  return useMemo(
    (): Columns<typeof apiKeyList> => [
      { name: "keyName", pin: "left", width: 160 },
      {
        name: "keyState",
        width: 104,
        cell: (row) => <ChoiceTag of={apiKeyState} value={row.keyState} tones={apiKeyTones} />,
      },
      { name: "prefix", width: 136, cell: (row) => <code>{row.prefix}…</code> },
      { name: "expiresAt", width: 160 },
      { name: "lastUsedAt", width: 120, cell: (row) => <Ago at={row.lastUsedAt} /> },
      { name: "lastUsedFrom", width: 136 },
      { name: "scopes", width: 420, cell: (row) => scopesText(row.scopes ?? [], locale) },
      { name: "orgName", width: 160 },
      { name: "networks", width: 160 },
      { name: "oldUntil", width: 160 },
      { name: "userName", width: 112 },
      { name: "createdDate", width: 160 },
      { name: "revokedAt", width: 160 },
      { name: "revokedBy", width: 104 },
    ],
    [locale],
  );
}

/** Screen of the API keys, with which programs call the APIs. A key is shown only once, directly after its creation. */
export default function ApiKeyScreen() {
  const { keys: t, menus, screen } = useLocale();
  const { allows, user } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const { modal } = App.useApp();
  const columns = useColumns();
  const [isMaking, setMaking] = useState(false);
  const [rotated, setRotated] = useState<Row>();
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string }>();

  const revoke = (row: Row) =>
    void modal.confirm({
      title: t.revoke,
      content: t.revokePrompt(row.keyName ?? ""),
      okText: t.revoke,
      okButtonProps: { danger: true },
      onOk: async () => {
        await act(() => client.run(revokeApiKey, { keyId: row.keyId }), t.revoked);
        invalidate();
      },
    });
  const actionsFor = (row: Row): RowAction[] =>
    row.revokedAt !== null
      ? []
      : [
          ...(allows(rotateApiKey.access) && row.userId === user.info.userId
            ? [{ key: "rotate", label: t.rotate, run: () => setRotated(row) }]
            : []),
          ...(allows(revokeApiKey.access)
            ? [{ key: "revoke", label: t.revoke, danger: true, run: () => revoke(row) }]
            : []),
        ];
  const makeButton = allows(makeApiKey.access) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {t.make}
    </Button>
  );
  return (
    <div className="sk-list">
      <QueryGrid
        query={apiKeyList}
        entity={apiKey}
        columns={columns}
        search={["keyName", "prefix", "userId"]}
        toolbar={makeButton}
        rowActions={(row) => <RowActions actions={actionsFor(row)} />}
        actionsWidth={152}
        empty={<EmptyHint title={screen.empty.title(menus.apiKey)} hint={t.emptyHint} action={makeButton} />}
      />
      {isMaking && (
        <CommandDialog
          command={makeApiKey}
          title={t.makeTitle}
          lead={t.makeLead}
          initial={{ expiresAt: new Date(serverNow() + keyDays.usual * dayMs).toISOString() }}
          inputs={{ scopes: ScopesInput, orgId: OrganizationInput }}
          hints={t.hints}
          okText={t.make}
          onDone={({ keyName, key }) => setShown({ name: keyName, secret: key })}
          onClose={() => setMaking(false)}
        />
      )}
      {rotated && (
        <CommandDialog
          command={rotateApiKey}
          title={t.rotateTitle(rotated.keyName ?? "")}
          lead={t.rotateLead}
          preset={{ keyId: rotated.keyId }}
          initial={{ overlapHours: 168 }}
          inputs={{ overlapHours: OverlapInput }}
          hints={{ expiresAt: t.hints.newExpiry }}
          okText={t.rotate}
          onDone={({ key }) => setShown({ name: rotated.keyName ?? "", secret: key })}
          onClose={() => setRotated(undefined)}
        />
      )}
      {shown && (
        <KeyShown
          {...shown}
          usage={t.usage}
          header={`Authorization: Bearer ${shown.secret}`}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}
