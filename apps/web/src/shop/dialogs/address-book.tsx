import PlusOutlined from "@ant-design/icons/es/icons/PlusOutlined";
import { customerAddress } from "@shotkeeper/contract/shop";
import { ToneTag, useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Empty, Modal } from "antd";
import { useState } from "react";
import { type Address, addressText, useAddresses } from "../parts/addresses.ts";
import { useShopAction } from "../parts/use-shop-action.ts";
import { AddressForm } from "./address-form.tsx";

interface AddressBookProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the address that the user chose. Without this callback, the dialog can only edit addresses. */
  readonly onChoose?: (a: Address) => void;
}

export function AddressBook({ open, onClose, onChoose }: AddressBookProps) {
  const { shop, shell } = useLocale();
  const t = shop.address;
  const addresses = useAddresses();
  const queries = useQueryClient();
  const client = useClient();
  const act = useShopAction();
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
                {shell.common.edit}
              </Button>
              <Button type="text" danger onClick={() => remove(a)}>
                {shell.common.remove}
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
