import EnvironmentOutlined from "@ant-design/icons/es/icons/EnvironmentOutlined";
import { settlement } from "@shotkeeper/contract/enumerations";
import {
  createOrders,
  encodeCheckoutGroup,
  lineAmount,
  type PostageRules,
  postageOf,
  postageRules,
  standardPostage,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { Alert, App, Button, Empty, Input, Radio, Steps } from "antd";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { AddressBook } from "../dialogs/address-book.tsx";
import { type Address, addressText, useAddressesQuery } from "../parts/addresses.ts";
import { Amount, Price } from "../parts/amount.tsx";
import { ApprovalNotice } from "../parts/approval-notice.tsx";
import { byOem, linesOf } from "../parts/buy-lines.ts";
import { ChoiceRow } from "../parts/choice-row.tsx";
import { isBillable, useCustomerQuery } from "../parts/customer.ts";
import { useCommandData } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { LineFacts } from "../parts/line-facts.tsx";
import { GoodsPicture } from "../parts/pictures.tsx";
import { useShopper } from "../parts/session.tsx";
import { useShopFailure } from "../parts/use-shop-action.ts";

/** Time between the success message and the redirect to the list of orders, ms (spec shop §9). */
const redirectMs = 1500;

type Place = Pick<Address, "recMan" | "recTel" | "recProvince" | "recCity" | "recDistrict" | "recAddress">;

/**
 * Returns the delivery address: the address that the user chose, else the default or first address of the address book,
 * else the address in the customer's data. `isLoading` is true until it is known which address applies.
 */
function usePlace() {
  const book = useAddressesQuery();
  const { customer: c, error, isLoading } = useCustomerQuery();
  const { addresses } = book;
  const [chosen, choose] = useState<Address>();
  const customerPlace: Place | undefined =
    c?.consignee && c.consigneePhone && c.address
      ? {
          recMan: c.consignee,
          recTel: c.consigneePhone,
          recProvince: c.province,
          recCity: c.city,
          recDistrict: c.district,
          recAddress: c.address,
        }
      : undefined;
  const place: Place | undefined =
    chosen ?? addresses?.find((a) => a.isDefault) ?? addresses?.[0] ?? customerPlace;
  return {
    place,
    choose,
    customer: c,
    error: error ?? book.error,
    isLoading: isLoading || book.isLoading,
  };
}

const useRules = (): PostageRules => useCommandData(postageRules, {}).data ?? standardPostage;

export default function BuyPage() {
  const locale = useLocale();
  const { shop } = locale;
  const t = shop.buy;
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const shopper = useShopper();
  const { state } = useLocation();
  const { message, modal } = App.useApp();
  const fail = useShopFailure();
  const [lines] = useState(() => linesOf(state));
  // Idempotency key: a second click or a repeated request with the same key places no further orders.
  const [checkoutKey] = useState(() => crypto.randomUUID());
  const { place, choose, customer, error, isLoading } = usePlace();
  const [isBook, setBook] = useState(false);
  const [chosen, setChosen] = useState<1 | 2>(settlement.values.perContract);
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const [custCode, setCustCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [isPlaced, setPlaced] = useState(false);
  const rules = useRules();

  const groups = byOem(lines);
  const total = sumAmounts(lines.map((l) => lineAmount(l.unitPrice, l.qty)));
  const postage = postageOf(
    { lines, total, province: place?.recProvince ?? "", city: place?.recCity ?? "", chosen },
    rules,
  );
  const sum = sumAmounts([total, postage.amount]);
  const isFixed = postage.isFree || total >= rules.freeAmount;

  async function submit() {
    if (customer && isBillable(customer) && !place) {
      void message.warning(t.noAddress);
      setBook(true);
      return;
    }
    if (!customer || !isBillable(customer) || !place) {
      modal.warning({
        title: shop.product.tip,
        content: t.incomplete,
        okText: t.maintain,
        onOk: () => navigate("/Shop/profile", { state: { back: true } }),
      });
      return;
    }
    setBusy(true);
    try {
      const done = await client.run(createOrders, {
        checkoutKey,
        data: groups.map(([oem, of], i) =>
          encodeCheckoutGroup(
            {
              custId: shopper.custId ?? null,
              oemName: oem,
              postageStat: postage.stat,
              ...(i === 0 ? { postage: postage.amount } : {}),
              remark: notes[oem] ?? null,
              custCode: custCode || null,
              recMan: place.recMan,
              recTel: place.recTel,
              recProvince: place.recProvince,
              recCity: place.recCity,
              recDistrict: place.recDistrict,
              recAddress: place.recAddress,
            },
            of.map((l) => ({
              cartId: l.cartId,
              goodsId: l.goodsId,
              orderQty: l.qty,
              unitPrice: l.unitPrice,
              moldKind: l.moldKind,
              sideType: l.sideType,
              magnet: l.magnet,
            })),
          ),
        ),
      });
      setPlaced(true);
      void message.success(done.needsApproval ? locale.company.placed : t.done);
      await queries.invalidateQueries();
      setTimeout(() => navigate("/Shop/home", { replace: true }), redirectMs);
    } catch (cause) {
      setBusy(false);
      fail(cause);
      // Loads all data again: the order may have failed because a price or the stock has changed.
      await queries.invalidateQueries();
    }
  }

  if (lines.length === 0)
    return (
      <Empty className="shop-card" description={t.nothing}>
        <Link to="/Shop/cart">
          <Button type="primary">{shop.nav.cart}</Button>
        </Link>
      </Empty>
    );
  return (
    <>
      <h1 className="sk-visually-hidden">{t.title}</h1>
      <section className="shop-card">
        <Steps
          className="shop-buy-steps"
          current={0}
          responsive={false}
          size="small"
          items={[t.steps0, t.steps1, t.steps2, t.steps3, t.steps4].map((title) => ({ title }))}
        />
      </section>
      <section className="shop-card shop-place">
        <EnvironmentOutlined />
        <div>
          <h2>{t.address}</h2>
          {place ? (
            <>
              <p>
                <strong>{place.recMan}</strong> {place.recTel}
              </p>
              <p>{addressText(place)}</p>
            </>
          ) : (
            <p>{t.noAddress}</p>
          )}
        </div>
        <Button onClick={() => setBook(true)}>{t.change}</Button>
        <AddressBook open={isBook} onClose={() => setBook(false)} onChoose={choose} />
      </section>
      {error && <Failure error={error} />}
      {/* Shows no notice after the checkout. The notice adds this checkout to the user's orders of today, which
          then already include it. */}
      {!isPlaced && <ApprovalNotice approvalAbove={customer?.approvalAbove ?? null} total={sum} />}
      {groups.length > 1 && <Alert type="info" showIcon title={t.splits(groups.length)} />}
      {groups.map(([oem, of]) => (
        <section key={oem} className="shop-card shop-group">
          <header>
            <h2>{oem}</h2>
          </header>
          <ul>
            {of.map((l) => (
              <li key={`${l.cartId} ${l.goodsId}`} className="shop-line shop-line-plain">
                <GoodsPicture
                  goodsId={l.goodsId}
                  goodsType={l.goodsType}
                  name={l.goodsName}
                  path={l.goodsImage}
                />
                <div className="shop-line-name">
                  <strong>{l.goodsName}</strong>
                  <LineFacts l={l} />
                </div>
                <Price value={l.unitPrice} />
                <span>× {l.qty}</span>
                <Amount value={lineAmount(l.unitPrice, l.qty)} strong />
              </li>
            ))}
          </ul>
          <Input
            aria-label={`${t.note}: ${oem}`}
            placeholder={t.notePlaceholder}
            maxLength={200}
            value={notes[oem] ?? ""}
            onChange={(e) => setNotes({ ...notes, [oem]: e.target.value })}
          />
        </section>
      ))}
      <section className="shop-card shop-settle">
        <div className="shop-settle-left shop-rows">
          <ChoiceRow label={t.shipping} isGroup>
            <Radio.Group
              value={postage.stat}
              disabled={isFixed}
              onChange={(e) => setChosen(e.target.value)}
              options={[
                { value: settlement.values.perContract, label: t.contract },
                { value: settlement.values.cashOnDelivery, label: t.onDelivery },
              ]}
            />
            {postage.isFree && <em>{t.free}</em>}
          </ChoiceRow>
          <ChoiceRow label={t.custCode}>
            <Input
              aria-label={t.custCode}
              maxLength={50}
              value={custCode}
              onChange={(e) => setCustCode(e.target.value)}
            />
          </ChoiceRow>
        </div>
        <dl className="shop-sums">
          <dt>{t.goods}</dt>
          <dd>
            <Amount value={total} />
          </dd>
          <dt>{t.postage}</dt>
          <dd>
            <Amount value={postage.amount} />
          </dd>
          <dt>{t.total}</dt>
          <dd>
            <Amount value={sum} strong />
          </dd>
        </dl>
        {/* Disables the button until the customer's data are loaded. Otherwise the page would report complete
            data as incomplete. */}
        <Button
          type="primary"
          size="large"
          disabled={isLoading || error !== null}
          loading={busy}
          onClick={() => void submit()}
        >
          {t.submit}
        </Button>
      </section>
    </>
  );
}
