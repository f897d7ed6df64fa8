import GiftOutlined from "@ant-design/icons/es/icons/GiftOutlined";
import ShoppingCartOutlined from "@ant-design/icons/es/icons/ShoppingCartOutlined";
import {
  addToCart,
  byQuantity,
  type Configuration,
  configurableType,
  lineAmount,
  presetOf,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Select } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Amount, Price } from "../parts/amount.tsx";
import { buyState } from "../parts/buy-lines.ts";
import { ChoiceRow } from "../parts/choice-row.tsx";
import type { Goods } from "../parts/goods.ts";
import { NoOem } from "../parts/no-oem.tsx";
import { useShopper } from "../parts/session.tsx";
import { useLoginAddress } from "../parts/shop-info.ts";
import { Stepper } from "../parts/stepper.tsx";
import { useShopFailure } from "../parts/use-shop-action.ts";
import { type Accessory, linesToBuy } from "./buy-now.ts";
import { Choices } from "./choices.tsx";
import type { PriceRow } from "./use-product.ts";

/**
 * Form to order a product: configuration, quantity and host factory, with buttons to add to the cart or to buy at once.
 */
export function Order({ g, prices }: { readonly g: Goods; readonly prices: readonly PriceRow[] }) {
  const { shop, shell } = useLocale();
  const t = shop.product;
  const f = useFormats();
  const shopper = useShopper();
  const client = useClient();
  const queries = useQueryClient();
  const fail = useShopFailure();
  const navigate = useNavigate();
  const toLogin = useLoginAddress();
  const { message, modal } = App.useApp();
  const preset = presetOf(g.goodsId);
  const [configuration, setConfiguration] = useState<Configuration>(preset);
  const [qty, setQty] = useState(preset.qty);
  const [oem, setOem] = useState(shopper.oems.length === 1 ? shopper.oems[0] : undefined);
  // True if there is some stock, but less than the quantity. A product without any stock shows "out of stock" instead.
  const isShort = (g.stockQty ?? 0) > 0 && (g.stockQty ?? 0) < qty;
  const isConfigurable = g.goodsType === configurableType;
  const pricedOem = oem ?? shopper.defaultOem;
  const priceAt = (id: string) => prices.find((p) => p.goodsId === id && p.oemName === pricedOem)?.unitPrice;
  const price = priceAt(g.goodsId) ?? g.unitPrice;
  const accessory = isConfigurable && configuration.parts !== 0 ? configuration.parts : undefined;
  const partPrice = accessory && priceAt(accessory);
  const names = { J007: t.shell, J002: t.block } as const;
  const part: Accessory | undefined =
    accessory && partPrice !== undefined
      ? { goodsId: accessory, goodsName: names[accessory], unitPrice: partPrice }
      : undefined;
  const subtotal = sumAmounts([
    lineAmount(price, qty),
    part === undefined ? 0 : lineAmount(part.unitPrice, qty),
  ]);

  /** Returns true, and shows the user the reason, if the product cannot be ordered yet (spec shop §5). */
  function isRefused(): boolean {
    if (shopper.user && !shopper.custId) {
      modal.info({ title: t.tip, content: shop.home.notCustomer, okText: shell.common.ok });
      return true;
    }
    if (!shopper.custId) {
      modal.confirm({
        title: t.tip,
        content: t.notLoggedIn,
        okText: shell.common.ok,
        onOk: () => navigate(toLogin),
      });
      return true;
    }
    if (shopper.oems.length === 0) void message.warning(`${t.noOem} ${t.askOem}`);
    else if (oem === undefined) void message.warning(t.chooseOem);
    else if (isConfigurable && configuration.magnet < 0) void message.warning(t.chooseMagnet);
    else return false;
    return true;
  }

  async function addLine() {
    if (isRefused()) return;
    const { moldKind, magnet, sideType } = configuration;
    try {
      await client.run(addToCart, {
        goodsIds: accessory === undefined ? [g.goodsId] : [g.goodsId, accessory],
        oemName: oem ?? null,
        custId: shopper.custId ?? null,
        orderQty: qty,
        ...(isConfigurable ? { moldKind, magnet, sideType } : {}),
      });
      void message.success(t.added);
      await queries.invalidateQueries();
    } catch (cause) {
      fail(cause);
    }
  }

  function buy() {
    if (isRefused() || oem === undefined) return;
    if (isShort) return void message.warning(shop.cart.lowStock(String(g.stockQty)));
    if (accessory && !part) return void message.warning(`${names[accessory]}: ${t.gone}`);
    const lines = linesToBuy(g, { oemName: oem, qty, unitPrice: price, configuration, accessory: part });
    navigate("/Shop/buy", { state: buyState(false, lines) });
  }

  return (
    <div className="shop-order">
      <h1>{g.goodsName}</h1>
      <p className="sk-faint">{g.remark}</p>
      <div className="shop-price-box">
        <span>{t.price}</span>
        <Price value={price} />
        {g.goodsUnit && <span className="sk-faint">/ {g.goodsUnit}</span>}
        {!shopper.user && <em>{t.general}</em>}
      </div>
      <p className="shop-promo">
        <GiftOutlined /> {byQuantity.includes(g.goodsId) ? t.promoBattery : t.promo}
      </p>
      <div className="shop-rows">
        <dl>
          <dt>{t.model}</dt>
          <dd>{g.goodsModel ?? "–"}</dd>
          <dt>{t.stock}</dt>
          <dd>
            {(g.stockQty ?? 0) > 9999 ? t.unlimited : (g.stockQty ?? 0) > 0 ? f.whole(g.stockQty) : t.soldOut}
          </dd>
        </dl>
        {isConfigurable && <Choices c={configuration} onChange={setConfiguration} />}
        {shopper.custId && shopper.oems.length === 0 && <NoOem />}
        {shopper.custId && shopper.oems.length > 0 && (
          <ChoiceRow label={t.oem}>
            <Select
              aria-label={t.oem}
              className="shop-oem"
              value={oem ?? null}
              placeholder={t.oemPlaceholder}
              onChange={(v: string | null) => setOem(v ?? undefined)}
              options={shopper.oems.map((value) => ({ value, label: value }))}
            />
          </ChoiceRow>
        )}
        <ChoiceRow label={t.qty}>
          <Stepper value={qty} onChange={setQty} label={t.qty} />
          {isShort && (
            <span className="shop-short" role="status">
              {shop.cart.lowStock(String(g.stockQty))}
            </span>
          )}
        </ChoiceRow>
      </div>
      <p className="shop-subtotal">
        {t.together} <Amount value={subtotal} strong />
        {part && <span className="sk-faint">{t.withAccessory}</span>}
      </p>
      <div className="shop-buttons">
        <Button size="large" type="primary" onClick={buy} disabled={(g.stockQty ?? 0) <= 0}>
          {t.buy}
        </Button>
        <Button size="large" icon={<ShoppingCartOutlined />} onClick={() => void addLine()}>
          {t.add}
        </Button>
      </div>
    </div>
  );
}
