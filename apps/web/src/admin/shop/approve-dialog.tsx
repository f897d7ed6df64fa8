import type { QueryRow } from "@shotkeeper/contract/kernel";
import { product, productPrice } from "@shotkeeper/contract/product";
import { type applicationList, approveApplication } from "@shotkeeper/contract/shop";
import { organizationChoices, orgType } from "@shotkeeper/contract/system";
import { messageOf, useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { type InputProps, Photos } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRows } from "@shotkeeper/ui/data";
import { useQuery } from "@tanstack/react-query";
import { Select, Table } from "antd";
import { useGoodsName } from "../../goods-name.ts";

const ofOems = [{ field: "type", operator: "EQ" as const, value: orgType.values.oem }];
const onSale = [{ field: "offShelf", operator: "EQ" as const, value: "N" }];

/** Prices of the products for the chosen host factories: a customer buys at the prices of its host factories. */
function PriceList({ oemNames }: { readonly oemNames: readonly string[] }) {
  const locale = useLocale();
  const { signUp, fields } = locale;
  const t = signUp.staff;
  const f = useFormats();
  const client = useClient();
  const nameOf = useGoodsName();
  const { data, error } = useQuery({
    queryKey: ["price-list"],
    queryFn: async ({ signal }) => {
      const goods = await client.table(product, { where: onSale, limit: 1000, signal });
      const prices = await client.table(productPrice, { limit: 10_000, signal });
      return { goods: goods.rows, prices: prices.rows };
    },
  });
  if (oemNames.length === 0) return <p className="sk-faint">{t.noOems}</p>;
  if (error) return <p role="alert">{messageOf(error, locale)}</p>;
  const priceOf = (goodsId: string, oemName: string) =>
    data?.prices.find((p) => p.goodsId === goodsId && p.oemName === oemName)?.unitPrice;
  const money = (v: number | null | undefined) => (typeof v === "number" ? f.decimal(v, 2) : "");
  return (
    <Table
      size="small"
      rowKey="goodsId"
      loading={!data}
      dataSource={[...(data?.goods ?? [])]}
      pagination={false}
      scroll={{ x: "max-content", y: 220 }}
      columns={[
        { title: fields.goodsName, key: "goodsName", fixed: "left", render: (_v, g) => nameOf(g) },
        { title: t.general, dataIndex: "unitPrice", align: "right", render: money },
        ...oemNames.map((name) => ({
          title: name,
          key: name,
          align: "right" as const,
          render: (_v: unknown, g: { goodsId: string; unitPrice: number | null }) => {
            const own = priceOf(g.goodsId, name);
            return own === undefined ? <span className="sk-faint">{money(g.unitPrice)}</span> : money(own);
          },
        })),
      ]}
    />
  );
}

/** Input for host factories, with their price list below. */
function OemsInput({ id, value, onChange }: InputProps) {
  const { signUp } = useLocale();
  const { data } = useRows(organizationChoices, { where: ofOems, limit: 1000 });
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <>
      <Select
        mode="multiple"
        {...(id === undefined ? {} : { id })}
        value={chosen}
        onChange={(next: readonly string[]) => onChange?.(next.length > 0 ? next : undefined)}
        options={(data?.rows ?? []).map((o) => ({ value: o.orgName, label: o.orgName }))}
      />
      <p className="sk-faint">{signUp.staff.oemHint}</p>
      <p className="sk-form-lead">{signUp.staff.prices}</p>
      <PriceList oemNames={chosen} />
    </>
  );
}

interface ApproveDialogProps {
  readonly row: QueryRow<typeof applicationList>;
  readonly onClose: () => void;
}

/** Dialog to approve a company that signed up. Staff enter customer number, host factories and payment terms. */
export function ApproveDialog({ row, onClose }: ApproveDialogProps) {
  const { signUp, fields } = useLocale();
  const t = signUp.staff;
  return (
    <CommandDialog
      command={approveApplication}
      title={t.approveTitle(row.custName)}
      preset={{ applicationId: row.applicationId ?? 0, appliedAt: row.appliedAt ?? "" }}
      ask={["custId", "statementDays", "oemNames"]}
      initial={{ custId: `N${String(row.applicationId).padStart(4, "0")}`, statementDays: 1 }}
      inputs={{ oemNames: OemsInput }}
      hints={{ custId: t.custIdHint, statementDays: t.daysHint }}
      lead={
        <>
          <p>
            {fields.taxpayerId} {row.taxpayerId} · {row.contact} {row.phone}
          </p>
          <Photos value={row.licencePath} />
        </>
      }
      okText={t.approve}
      successText={({ custId }) => t.approved(custId)}
      onClose={onClose}
      width={760}
    />
  );
}
