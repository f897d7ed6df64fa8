import {
  type AddressPart,
  anyPhonePattern,
  customerAddress,
  type Divisions,
  recognizeAddress,
} from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { App, Button, Cascader, Checkbox, Form, Input, Modal } from "antd";
import { useEffect, useMemo, useState } from "react";
import type { Address } from "../parts/addresses.ts";
import { regionOf } from "../parts/region.ts";
import { useShopAction } from "../parts/use-shop-action.ts";

interface Values {
  readonly recMan: string;
  readonly recTel: string;
  readonly area: readonly string[];
  readonly recAddress: string;
  readonly isDefault: boolean;
}

const optionsOf = (divisions: Divisions) =>
  Object.entries(divisions).map(([province, cities]) => ({
    value: province,
    label: province,
    children: Object.entries(cities).map(([city, districts]) => ({
      value: city,
      label: city,
      children: districts.map((d) => ({ value: d, label: d })),
    })),
  }));

/**
 * Returns the provinces, cities and districts with their pinyin, which are loaded (70 kB) when the form opens for the
 * first time.
 */
export function useDivisions(open: boolean): typeof import("../parts/divisions.ts") | undefined {
  const [loaded, setLoaded] = useState<typeof import("../parts/divisions.ts")>();
  useEffect(() => {
    if (open) void import("../parts/divisions.ts").then(setLoaded);
  }, [open]);
  return loaded;
}

/** For each field of the form: the part of a recognized address that fills the field. */
const partOf: Readonly<Record<keyof Omit<Values, "isDefault">, AddressPart>> = {
  recMan: "name",
  recTel: "phone",
  area: "place",
  recAddress: "street",
};

interface AddressFormProps {
  readonly open: boolean;
  readonly address: Address | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/**
 * Form to add or edit an address. The form can recognize an address in pasted text; fields that are not recognized stay
 * unchanged.
 */
export function AddressForm({ open, address, onClose, onSaved }: AddressFormProps) {
  const t = useLocale().shop.address;
  const client = useClient();
  const act = useShopAction();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [text, setText] = useState("");
  const loaded = useDivisions(open);
  const options = useMemo(() => (loaded ? optionsOf(loaded.divisions) : []), [loaded]);
  const [doubts, setDoubts] = useState<readonly AddressPart[]>([]);
  /** Asks the user to check a field whose recognition is not certain. */
  const checkHint = (name: keyof typeof partOf) =>
    doubts.includes(partOf[name]) ? { extra: <span className="shop-short">{t.check}</span> } : {};

  /** Clears the pasted text and its hints, because the closed form stays mounted. */
  function close() {
    setText("");
    setDoubts([]);
    onClose();
  }

  function recognize() {
    if (!loaded || text.trim() === "") return;
    const a = recognizeAddress(text, loaded.divisions, loaded.readings);
    setDoubts(a.doubts);
    const area = [a.province, a.city, a.district].filter(Boolean);
    form.setFieldsValue({
      ...(a.name ? { recMan: a.name } : {}),
      ...(a.phone ? { recTel: a.phone } : {}),
      ...(area.length > 0 ? { area } : {}),
      ...(a.street ? { recAddress: a.street } : {}),
    });
    if (a.doubts.length > 0) void message.info(t.unsure);
  }

  async function save({ area, ...v }: Values) {
    const { province: recProvince, city: recCity, district: recDistrict } = regionOf(area);
    const row = { ...v, recProvince, recCity, recDistrict };
    const done = await act(() =>
      address
        ? client.update(customerAddress, [{ addressId: address.addressId, ...row }])
        : client.insert(customerAddress, [row]),
    );
    if (done === undefined) return;
    onSaved();
    close();
  }

  return (
    <Modal
      title={address ? t.edit : t.add}
      open={open}
      onCancel={close}
      onOk={form.submit}
      destroyOnHidden
      width={560}
    >
      <div className="shop-recognize">
        <Input.TextArea
          rows={2}
          value={text}
          onChange={(e) => setText(e.target.value)}
          placeholder={t.recognizeHint}
          aria-label={t.recognize}
        />
        <Button onClick={recognize} disabled={!loaded}>
          {t.recognizeRun}
        </Button>
      </div>
      <Form<Values>
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={(v) => void save(v)}
        onValuesChange={(changed) =>
          setDoubts((old) =>
            old.filter((part) => !Object.keys(changed).some((k) => partOf[k as "area"] === part)),
          )
        }
        initialValues={{
          recMan: address?.recMan,
          recTel: address?.recTel,
          area: [address?.recProvince, address?.recCity, address?.recDistrict].filter(Boolean),
          recAddress: address?.recAddress,
          isDefault: address?.isDefault ?? false,
        }}
      >
        <Form.Item
          {...checkHint("recMan")}
          name="recMan"
          label={t.man}
          rules={[{ required: true, message: t.needMan }]}
        >
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item
          name="recTel"
          {...checkHint("recTel")}
          label={t.tel}
          rules={[
            { required: true, message: t.needTel },
            { pattern: anyPhonePattern, message: t.badTel },
          ]}
        >
          <Input maxLength={20} inputMode="tel" />
        </Form.Item>
        <Form.Item
          {...checkHint("area")}
          name="area"
          label={t.area}
          rules={[{ required: true, message: t.needArea }]}
        >
          <Cascader options={options} showSearch />
        </Form.Item>
        <Form.Item
          {...checkHint("recAddress")}
          name="recAddress"
          label={t.street}
          rules={[{ required: true, message: t.needStreet }]}
        >
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item name="isDefault" valuePropName="checked">
          <Checkbox>{t.setDefault}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
