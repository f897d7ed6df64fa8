import type { QueryRow } from "@shotkeeper/contract/kernel";
import { parameter, parameterList, tenant, type tenantInfo } from "@shotkeeper/contract/system";
import { ToneTag, useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { Facts, Panel } from "@shotkeeper/ui/cells";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { EntityForm, type EntityFormSpec } from "@shotkeeper/ui/form";
import { Button, Typography } from "antd";
import { useMemo, useState } from "react";
import { LogoInput } from "./logo-input.tsx";

const openParameter = "SHOP_OPEN";
const names = ["shopName", "shopPhone", "shopMail", "shopHost"] as const;
type TenantField = keyof (typeof tenant)["fields"] & string;

/** Returns the address under which visitors reach the shop: its host name, or the tenant's path on this server. */
function addressOf({ shopHost, code }: QueryRow<typeof tenantInfo>): string {
  return shopHost
    ? `${location.protocol}//${shopHost}${location.port && `:${location.port}`}/#/Shop/index`
    : `${location.origin}/shop/${encodeURIComponent(code)}`;
}

/** Panel of the tenant's screen: the shop's name, contact and address, and whether visitors may enter. */
export function ShopPanel({ row }: { readonly row: QueryRow<typeof tenantInfo> }) {
  const { administration, shell } = useLocale();
  const t = administration.tenant.shop;
  const { hints } = administration.tenant;
  const { allows, mayWrite } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [isEdited, setEdited] = useState(false);
  const seesOpen = allows(parameterList.access);
  const read = useRows(
    parameterList,
    { where: [{ field: "prmId", operator: "EQ", value: openParameter }] },
    { enabled: seesOpen },
  );
  const stored = read.data?.rows[0];
  const isOpen = stored?.prmValue === "1";
  const form = useMemo(
    (): EntityFormSpec<TenantField> => ({
      sections: [{ fields: ["shopName", "logo", "shopPhone", "shopMail", "shopHost"] }],
      inputs: { logo: LogoInput },
      hints,
    }),
    [hints],
  );
  const toggle = async () => {
    const prmValue = isOpen ? "0" : "1";
    await act(
      () =>
        stored
          ? client.update(parameter, [{ ...stored, prmValue }])
          : client.insert(parameter, [{ prmId: openParameter, prmValue }]),
      isOpen ? t.shut : t.opened,
    );
    invalidate();
  };
  return (
    <Panel
      title={t.title}
      {...(seesOpen && { wait: read })}
      extra={
        <>
          {seesOpen && mayWrite(parameter, stored ? "M" : "A") && (
            <Button onClick={() => void toggle()}>{isOpen ? t.closeIt : t.openIt}</Button>
          )}
          {mayWrite(tenant, "M") && <Button onClick={() => setEdited(true)}>{shell.common.edit}</Button>}
        </>
      }
    >
      {seesOpen && (
        <p>
          <ToneTag tone={isOpen ? "good" : "neutral"}>{isOpen ? t.open : t.closed}</ToneTag>{" "}
          {isOpen ? (
            <>
              {t.address}
              {shell.common.colon}
              <Typography.Link href={addressOf(row)} target="_blank" rel="noreferrer" underline copyable>
                {addressOf(row)}
              </Typography.Link>
            </>
          ) : (
            <span className="sk-faint">{t.closedHint}</span>
          )}
        </p>
      )}
      <Facts fields={tenant.fields} names={names} row={row} />
      {isEdited && (
        <EntityForm entity={tenant} spec={form} row={row} title={t.title} onClose={() => setEdited(false)} />
      )}
    </Panel>
  );
}
