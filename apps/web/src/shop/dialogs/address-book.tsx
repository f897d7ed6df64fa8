import PlusOutlined from "@ant-design/icons/es/icons/PlusOutlined";
import type { Row } from "@shotkeeper/contract/kernel";
import { customerAddress } from "@shotkeeper/contract/shop";
import { ToneTag, useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Empty, Modal } from "antd";
import { useState } from "react";
import { useShopper } from "../session.tsx";
import { AddressForm } from "./address-form.tsx";

export type Address = Row<typeof customerAddress>;

export const addressText = (
  a: Pick<Address, "recProvince" | "recCity" | "recDistrict" | "recAddress">,
): string =>
  [
    a.recProvince,
    a.recCity === a.recProvince ? "" : a.recCity,
    a.recDistrict === a.recCity ? "" : a.recDistrict,
    a.recAddress,
  ]
    .filter(Boolean)
    .join("");

export function useAddresses(): readonly Address[] | undefined {
  const client = useClient();
  const { custId } = useShopper();
  const { data } = useQuery({
    queryKey: ["addresses", custId],
    queryFn: () =>
      client.table(customerAddress, { sort: [{ field: "isDefault", direction: "desc" }], limit: 999 }),
    enabled: custId !== undefined,
  });
  return data?.rows;
}

interface AddressBookProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Where one is chosen; without it the book is only kept. */
  readonly onChoose?: (a: Address) => void;
}

export function AddressBook({ open, onClose, onChoose }: AddressBookProps) {
  const { shop, frame } = useLocale();
  const t = shop.address;
  const addresses = useAddresses();
  const queries = useQueryClient();
  const client = useClient();
  const act = useAction();
  const { modal } = App.useApp();
  const [edited, setEdited] = useState<Address | "new">();
  const refresh = () => void queries.invalidateQueries({ queryKey: ["addresses"] });
  const remove = (a: Address) =>
    void modal.confirm({
      title: shop.product.tip,
      content: t.removeAsk,
      onOk: async () => {
        await act(() => client.remove(customerAddress, [{ addressId: a.addressId }]));
        refresh();
      },
    });
  return (
    <Modal
      title={t.title}
      open={open}
      onCancel={onClose}
      width={620}
      footer={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
          {t.add}
        </Button>
      }
    >
      {addresses?.length === 0 && <Empty description={t.none} />}
      <ul className="shop-addresses">
        {addresses?.map((a) => (
          <li key={a.addressId}>
            <div>
              <strong>{a.recMan}</strong> {a.recTel}{" "}
              {a.isDefault && <ToneTag tone="info">{t.isDefault}</ToneTag>}
              <p>{addressText(a)}</p>
            </div>
            <span>
              {onChoose && (
                <Button
                  type="primary"
                  ghost
                  onClick={() => {
                    onChoose(a);
                    onClose();
                  }}
                >
                  {t.use}
                </Button>
              )}
              <Button type="text" onClick={() => setEdited(a)}>
                {frame.common.edit}
              </Button>
              <Button type="text" danger onClick={() => remove(a)}>
                {frame.common.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <AddressForm
        key={edited === "new" || edited === undefined ? "new" : edited.addressId}
        open={edited !== undefined}
        address={edited === "new" ? undefined : edited}
        onClose={() => setEdited(undefined)}
        onSaved={refresh}
      />
    </Modal>
  );
}
