import type { CommandOutput } from "@shotkeeper/contract/kernel";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  secondFactorState,
} from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Card, Modal, Tag } from "antd";
import { useState } from "react";
import { Ago, useClient, useLocale } from "../app/index.ts";
import { createPasskey, hasPasskeySupport, PasskeyAborted, RecoveryCodes } from "../sign-in/index.ts";
import { OwnerDialog } from "./owner-dialog.tsx";
import { TotpDialog } from "./totp-dialog.tsx";

type State = CommandOutput<typeof secondFactorState>;
type Passkey = State["passkeys"][number];

/** The change for which the password dialog is open. */
type Change =
  | { readonly kind: "totp" | "removeTotp" | "codes" | "passkey" }
  | { readonly kind: "rename" | "removePasskey"; readonly passkey: Passkey };

/** Card of the profile: authenticator app, passkeys and recovery codes of the user. */
export function SecurityCard() {
  const { shell, login } = useLocale();
  const t = shell.security;
  const client = useClient();
  const { message } = App.useApp();
  const [change, setChange] = useState<Change>();
  const [key, setKey] = useState<CommandOutput<typeof beginTotp>>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { data, refetch } = useQuery({
    queryKey: ["second-factor"],
    queryFn: ({ signal }) => client.run(secondFactorState, {}, signal),
  });
  if (!data) return null;

  const done = async (text: string, recoveryCodes: readonly string[] = []) => {
    setKey(undefined);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    await refetch();
    void message.success(text);
  };
  const newPasskey = async (password: string | undefined, passkeyName: string) => {
    const { options } = await client.run(beginPasskey, { password: password ?? null });
    try {
      const credential = await createPasskey(options);
      const added = await client.run(addPasskey, { passkeyName, credential });
      await done(t.on, added.recoveryCodes);
    } catch (error) {
      if (!(error instanceof PasskeyAborted)) throw error;
      void message.info(login.step.noPasskey);
    }
  };
  const hasFactor = data.hasTotp || data.passkeys.length > 0;
  return (
    <Card
      title={t.title}
      size="small"
      className="sk-security"
      extra={data.isRequired && <Tag color="gold">{t.required}</Tag>}
    >
      <Row
        title={t.totp}
        text={data.hasTotp ? t.totpOn : t.totpOff}
        button={data.hasTotp ? t.turnOff : t.setUp}
        onClick={() => setChange({ kind: data.hasTotp ? "removeTotp" : "totp" })}
      />
      <Row
        title={t.passkeys}
        text={hasPasskeySupport() ? t.passkeysLead : t.notSupported}
        button={hasPasskeySupport() ? t.add : undefined}
        onClick={() => setChange({ kind: "passkey" })}
      />
      {data.passkeys.length > 0 && (
        <ul className="sk-security-list" aria-label={t.passkeys}>
          {data.passkeys.map((p) => (
            <PasskeyRow key={p.passkeyId} passkey={p} onChange={setChange} />
          ))}
        </ul>
      )}
      {hasFactor && (
        <Row
          title={t.recovery}
          text={t.codesLeft(String(data.recoveryCodesLeft))}
          button={t.renew}
          onClick={() => setChange({ kind: "codes" })}
        />
      )}
      {data.ssoIssuer !== null && <p className="sk-faint">{t.linked(data.ssoIssuer)}</p>}
      {change && (
        <ChangeDialog
          change={change}
          hasPassword={data.hasPassword}
          onKey={setKey}
          onDone={done}
          onNewPasskey={newPasskey}
          onClose={() => setChange(undefined)}
        />
      )}
      {key && (
        <TotpDialog
          totpKey={key}
          onDone={(fresh) => void done(t.on, fresh)}
          onClose={() => setKey(undefined)}
        />
      )}
      <Modal
        open={codes !== undefined}
        title={t.codesTitle}
        width={440}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={
          <Button type="primary" onClick={() => setCodes(undefined)}>
            {t.noted}
          </Button>
        }
      >
        <p>{t.codesLead}</p>
        <RecoveryCodes codes={codes ?? []} texts={login.step} />
      </Modal>
    </Card>
  );
}

interface RowProps {
  readonly title: string;
  readonly text: string;
  readonly button: string | undefined;
  readonly onClick: () => void;
}

function Row({ title, text, button, onClick }: RowProps) {
  return (
    <div className="sk-security-row">
      <div>
        <strong>{title}</strong>
        <div className="sk-faint">{text}</div>
      </div>
      {button !== undefined && (
        <Button size="small" onClick={onClick} aria-label={`${button}: ${title}`}>
          {button}
        </Button>
      )}
    </div>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onChange: (change: Change) => void;
}

function PasskeyRow({ passkey, onChange }: PasskeyRowProps) {
  const { shell } = useLocale();
  const t = shell.security;
  const { passkeyName: name } = passkey;
  return (
    <li className="sk-security-row">
      <div>
        {name}
        <div className="sk-faint">{passkey.usedAt === null ? t.neverUsed : <Ago at={passkey.usedAt} />}</div>
      </div>
      <Button
        size="small"
        type="text"
        aria-label={`${t.rename}: ${name}`}
        onClick={() => onChange({ kind: "rename", passkey })}
      >
        {t.rename}
      </Button>
      <Button
        size="small"
        type="text"
        danger
        aria-label={`${shell.common.remove}: ${name}`}
        onClick={() => onChange({ kind: "removePasskey", passkey })}
      >
        {shell.common.remove}
      </Button>
    </li>
  );
}

interface ChangeDialogProps {
  readonly change: Change;
  readonly hasPassword: boolean;
  readonly onKey: (key: CommandOutput<typeof beginTotp>) => void;
  readonly onDone: (text: string, recoveryCodes?: readonly string[]) => Promise<void>;
  readonly onNewPasskey: (password: string | undefined, name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Dialog that asks for the password, if the change needs one, and then makes the change. */
function ChangeDialog({ change, hasPassword, onKey, onDone, onNewPasskey, onClose }: ChangeDialogProps) {
  const { shell, login } = useLocale();
  const t = shell.security;
  const client = useClient();
  const common = { asksPassword: hasPassword && change.kind !== "rename", onClose };
  switch (change.kind) {
    case "totp":
      return (
        <OwnerDialog
          {...common}
          title={t.confirmTitle}
          okText={t.setUp}
          run={async (password) => onKey(await client.run(beginTotp, { password: password ?? null }))}
        />
      );
    case "removeTotp":
      return (
        <OwnerDialog
          {...common}
          title={t.turnOffPrompt}
          okText={t.turnOff}
          danger
          run={async (password) => {
            await client.run(removeTotp, { password: password ?? null });
            await onDone(t.off);
          }}
        />
      );
    case "codes":
      return (
        <OwnerDialog
          {...common}
          title={t.renewPrompt}
          okText={t.renew}
          run={async (password) => {
            const { recoveryCodes } = await client.run(renewRecoveryCodes, { password: password ?? null });
            await onDone(shell.messages.saved, recoveryCodes);
          }}
        />
      );
    case "passkey":
      return (
        <OwnerDialog
          {...common}
          title={t.newPasskey}
          okText={login.step.createPasskey}
          name=""
          run={onNewPasskey}
        />
      );
    case "rename":
      return (
        <OwnerDialog
          {...common}
          title={t.rename}
          okText={shell.common.save}
          name={change.passkey.passkeyName}
          run={async (_password, passkeyName) => {
            await client.run(renamePasskey, { passkeyId: change.passkey.passkeyId, passkeyName });
            await onDone(shell.messages.saved);
          }}
        />
      );
    case "removePasskey":
      return (
        <OwnerDialog
          {...common}
          title={t.removePrompt(change.passkey.passkeyName)}
          okText={shell.common.remove}
          danger
          run={async (password) => {
            const { passkeyId } = change.passkey;
            await client.run(removePasskey, { passkeyId, password: password ?? null });
            await onDone(t.off);
          }}
        />
      );
  }
}
