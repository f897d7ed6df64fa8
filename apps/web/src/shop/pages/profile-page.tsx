import { customer as customerEntity, isTaxpayerId } from "@shotkeeper/contract/customer";
import { anyPhonePattern, fixedLinePattern, mobilePattern } from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Cascader, Form, Input, Select, Skeleton } from "antd";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AddressBook } from "../dialogs/address-book.tsx";
import { useDivisions } from "../dialogs/address-form.tsx";
import { type Customer, isBillable, useCustomer } from "../parts/customer.ts";
import { regionOf } from "../parts/region.ts";
import { useShopper } from "../parts/session.tsx";
import { useShopAction } from "../parts/use-shop-action.ts";

type Values = Partial<Record<keyof Customer, string | null>> & { readonly area?: readonly string[] };

function ProfileForm({ c }: { readonly c: Customer }) {
  const { shop, fields, shell } = useLocale();
  const t = shop.profile;
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const shopper = useShopper();
  const { message } = App.useApp();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [isBook, setBook] = useState(false);
  const divisions = useDivisions(true)?.divisions;
  const options = useMemo(
    () =>
      Object.entries(divisions ?? {}).map(([value, cities]) => ({
        value,
        label: value,
        children: Object.entries(cities).map(([city, districts]) => ({
          value: city,
          label: city,
          children: districts.map((d) => ({ value: d, label: d })),
        })),
      })),
    [divisions],
  );
  async function save({ area, ...v }: Values) {
    const done = await act(
      () => client.update(customerEntity, [{ custId: c.custId, ...v, ...regionOf(area) }]),
      t.saved,
    );
    if (done === undefined) return;
    if (v.taxpayerId?.length === 15) void message.info(t.oldTax);
    await queries.invalidateQueries();
    // Returns to the checkout page if that page sent the user here to complete the customer's data.
    if ((state as { back?: boolean } | null)?.back) navigate(-1);
  }
  const text = (name: keyof Customer & string, rules: object[] = [], max = 100) => (
    <Form.Item name={name} label={fields[name as "contact"]} rules={rules}>
      <Input maxLength={max} />
    </Form.Item>
  );
  const pattern = (p: RegExp, message: string) => ({ pattern: p, message });
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={{ ...c, area: [c.province, c.city, c.district].filter(Boolean) }}
      onFinish={(v) => void save(v)}
      scrollToFirstError
    >
      <section className="shop-card">
        <h2>{t.company}</h2>
        <div className="shop-form">
          <Form.Item label={fields.custName}>
            <Input value={c.custName} aria-label={fields.custName} disabled />
          </Form.Item>
          {text("contact", [{ required: true, message: t.needName }], 50)}
          {text("phone", [pattern(mobilePattern, t.badPhone)], 11)}
          {text("fixedPhone", [pattern(fixedLinePattern, t.badPhone)], 20)}
          {text("mail", [pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, t.badMail)])}
          <Form.Item name="defaultOem" label={fields.defaultOem}>
            <Select options={shopper.oems.map((value) => ({ value, label: value }))} />
          </Form.Item>
        </div>
      </section>
      <section className="shop-card">
        <h2>{t.billing}</h2>
        {!isBillable(c) && <p className="shop-short">{t.billingNeeded}</p>}
        <div className="shop-form">
          {text("invoiceTitle")}
          {text(
            "taxpayerId",
            [
              {
                validator: (_r: unknown, v: string | null) =>
                  !v || isTaxpayerId(v) ? Promise.resolve() : Promise.reject(new Error(t.badTax)),
              },
            ],
            18,
          )}
          {text("bankName")}
          {text("bankAccount", [], 30)}
          <Form.Item
            name="invoiceAddress"
            label={fields.invoiceAddress}
            // Replaces line breaks by spaces, because invoices print the address in one line.
            normalize={(v: string) => v.replace(/\s*\n\s*/g, " ")}
          >
            <Input.TextArea autoSize maxLength={150} />
          </Form.Item>
        </div>
      </section>
      <section className="shop-card">
        <header className="shop-section-head">
          <h2>{t.delivery}</h2>
          <Button onClick={() => setBook(true)}>{shop.nav.addresses}</Button>
        </header>
        <div className="shop-form">
          {text("consignee", [], 50)}
          {text("consigneePhone", [pattern(anyPhonePattern, t.badRePhone)], 20)}
          <Form.Item name="area" label={t.region}>
            <Cascader options={options} showSearch />
          </Form.Item>
          {text("address", [], 120)}
        </div>
      </section>
      <Button type="primary" size="large" htmlType="submit">
        {shell.common.save}
      </Button>
      <AddressBook open={isBook} onClose={() => setBook(false)} />
    </Form>
  );
}

export default function ProfilePage() {
  const { shop } = useLocale();
  const c = useCustomer();
  const { user, custId } = useShopper();
  return (
    <>
      <h1 className="shop-title">{shop.profile.title}</h1>
      <section className="shop-card">
        <h2>{shop.profile.account}</h2>
        <p>
          {user?.info.userName} · {user?.info.userId}
        </p>
      </section>
      {custId !== undefined && (c ? <ProfileForm c={c} /> : <Skeleton active />)}
    </>
  );
}
