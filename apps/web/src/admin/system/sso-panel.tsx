import {
  roleChoices,
  type SsoSettings,
  saveSso,
  secondFactorState,
  ssoMode,
  ssoSettings,
  testSso,
} from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { Facts, Panel } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData } from "@shotkeeper/ui/data";
import { referenceInput } from "@shotkeeper/ui/form";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { RoleMapInput } from "./role-map-input.tsx";

const names = [
  "signOnMode",
  "providerName",
  "issuer",
  "clientId",
  "clientSecret",
  "withoutSecret",
  "extraScopes",
  "roleClaim",
  "roleMap",
  "defaultRole",
  "mailDomain",
  "createsUsers",
  "linksByMail",
] as const;
const shown = [
  "signOnMode",
  "providerName",
  "issuer",
  "clientId",
  "roleClaim",
  "defaultRole",
  "mailDomain",
  "createsUsers",
  "linksByMail",
] as const;

const RoleInput = referenceInput({ query: roleChoices, value: "roleCode", label: "roleName" });

const hiddenInput = (autoComplete: string, maxLength: number) =>
  function HiddenInput(p: { readonly value?: unknown; readonly onChange?: (v: unknown) => void }) {
    return (
      <Input.Password
        {...p}
        value={String(p.value ?? "")}
        autoComplete={autoComplete}
        maxLength={maxLength}
        onChange={(e) => p.onChange?.(e.target.value)}
      />
    );
  };
const SecretInput = hiddenInput("new-password", 300);
const PasswordInput = hiddenInput("current-password", 100);

/** Panel of the tenant's screen: the provider of the single sign-on. */
export function SsoPanel() {
  const { administration, shell } = useLocale();
  const t = administration.tenant.sso;
  const { allows } = useSession();
  const { message } = App.useApp();
  const client = useClient();
  const act = useAction();
  const [isEdited, setEdited] = useState(false);
  const read = useCommandData(ssoSettings, {}, { live: ["session"] });
  const own = useCommandData(secondFactorState, {}, { live: ["session"] });
  const row = read.data;
  const isSet = row !== undefined && row.issuer !== "";
  const test = async () => {
    const found = await act(() => client.run(testSso, { issuer: row?.issuer ?? "" }));
    if (found) void message.success(t.tested(found.authorizationEndpoint));
  };
  return (
    <Panel
      title={t.title}
      wait={read}
      extra={
        allows(saveSso.access) && (
          <>
            {isSet && <Button onClick={() => void test()}>{t.test}</Button>}
            <Button onClick={() => setEdited(true)}>{shell.common.edit}</Button>
          </>
        )
      }
    >
      {isSet ? (
        <>
          <Facts fields={ssoSettings.output} names={shown} row={row} />
          <RoleMap row={row} />
          <p className="sk-faint">
            {t.lead} <code>{row.redirectUri}</code>
          </p>
        </>
      ) : (
        <p className="sk-faint">{t.notSet}</p>
      )}
      {isEdited && row && own.data && (
        <CommandDialog
          command={saveSso}
          title={t.edit}
          lead={
            <>
              {t.lead} <code>{row.redirectUri}</code>
            </>
          }
          preset={{ updatedDate: row.updatedDate }}
          initial={
            isSet ? row : { signOnMode: ssoMode.values.optional, createsUsers: false, linksByMail: false }
          }
          // Asks for the password only if the user has one. Users who sign in by the provider may have none.
          ask={[
            ...names.filter((name) => name !== "withoutSecret" || row.hasSecret),
            ...(own.data.hasPassword ? (["password"] as const) : []),
          ]}
          inputs={{
            clientSecret: SecretInput,
            roleMap: RoleMapInput,
            defaultRole: RoleInput,
            password: PasswordInput,
          }}
          hints={{
            ...t.hints,
            ...(row.hasSecret ? {} : { clientSecret: t.secretNone }),
            password: shell.security.confirmLead,
          }}
          okText={shell.common.save}
          successText={() => shell.messages.saved}
          onClose={() => setEdited(false)}
        />
      )}
    </Panel>
  );
}

function RoleMap({ row }: { readonly row: SsoSettings }) {
  const { administration } = useLocale();
  const list = row.roleMap ?? [];
  if (list.length === 0) return <p className="sk-faint">{administration.tenant.sso.noRoles}</p>;
  return (
    <ul className="sk-role-map-list">
      {list.map(({ value, role }) => (
        <li key={value}>
          <code>{value}</code> → {role}
        </li>
      ))}
    </ul>
  );
}
