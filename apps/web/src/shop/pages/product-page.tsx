import GiftOutlined from "@ant-design/icons/es/icons/GiftOutlined";
import ShoppingCartOutlined from "@ant-design/icons/es/icons/ShoppingCartOutlined";
import { productPicture } from "@shotkeeper/contract/basic";
import {
  accessories,
  addToCart,
  byQuantity,
  type Configuration,
  chooseMagnet,
  chooseMold,
  configurableType,
  isAccessory,
  lineAmount,
  magnetsFor,
  presetOf,
  shopGoods,
  shopPictures,
  shopPrices,
  sumAmounts,
  toggleAccessory,
} from "@shotkeeper/contract/shop";
import { loginAddress, useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Carousel, Empty, Radio, Select, Skeleton, Tabs } from "antd";
import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { Amount, Price } from "../parts/amount.tsx";
import { type BuyLine, buyState } from "../parts/buy-lines.ts";
import { useRows } from "../parts/data.ts";
import type { Goods } from "../parts/goods.ts";
import { Installation } from "../parts/installation.tsx";
import { GoodsPicture } from "../parts/pictures.tsx";
import { Stepper } from "../parts/stepper.tsx";
import { useShopper } from "../session.tsx";

const accessoryIds = Object.keys(accessories).filter(isAccessory);

function useProduct(id: string) {
  const goods = useRows(shopGoods, { where: [{ field: "goodsId", operator: "EQ", value: id }] });
  const { custId } = useShopper();
  const wanted = [id, ...accessoryIds];
  const prices = useRows(
    shopPrices,
    {
      where: [
        { field: "custId", operator: "EQ", value: custId ?? "" },
        { field: "goodsId", operator: "IN", value: wanted },
      ],
    },
    { enabled: custId !== undefined },
  );
  return {
    goods: goods.data?.rows[0],
    isReady: goods.data !== undefined || goods.error !== null,
    prices: prices.data?.rows ?? [],
  };
}

function Gallery({ g }: { readonly g: Goods }) {
  const { data } = useRows(shopPictures, { where: [{ field: "goodsId", operator: "EQ", value: g.goodsId }] });
  const photos = (data?.rows ?? []).filter((p) => p.part === productPicture.main);
  if (photos.length < 2)
    return (
      <GoodsPicture
        goodsId={g.goodsId}
        goodsType={g.goodsType}
        name={g.goodsName}
        path={photos[0]?.filePath ?? null}
      />
    );
  return (
    <Carousel arrows>
      {photos.map((p) => (
        <GoodsPicture
          key={p.fileId}
          goodsId={g.goodsId}
          goodsType={g.goodsType}
          name={g.goodsName}
          path={p.filePath}
        />
      ))}
    </Carousel>
  );
}

function Introduction({ g }: { readonly g: Goods }) {
  const t = useLocale().shop.product;
  const { data } = useRows(shopPictures, { where: [{ field: "goodsId", operator: "EQ", value: g.goodsId }] });
  const photos = (data?.rows ?? []).filter((p) => p.part === productPicture.introduction);
  return (
    <div className="shop-intro">
      {photos.map((p) => (
        <GoodsPicture
          key={p.fileId}
          goodsId={g.goodsId}
          goodsType={g.goodsType}
          name={g.goodsName}
          path={p.filePath}
        />
      ))}
      <dl className="shop-facts">
        <dt>{t.code}</dt>
        <dd>{g.goodsId}</dd>
        <dt>{t.model}</dt>
        <dd>{g.goodsModel ?? "–"}</dd>
      </dl>
      <p>{g.remark}</p>
      {g.goodsType === configurableType && (
        <>
          <h3>{t.pointsTitle}</h3>
          <ul className="shop-points">
            {[t.points0, t.points1, t.points2, t.points3].map((p) => (
              <li key={p}>{p}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Kind of mold, accessory and magnet: what may be chosen is the contract's. */
function Choices({
  c,
  onChange,
}: {
  readonly c: Configuration;
  readonly onChange: (c: Configuration) => void;
}) {
  const { shop, enums } = useLocale();
  const t = shop.product;
  const magnets = magnetsFor(c);
  const names = { J007: t.shell, J002: t.block } as const;
  return (
    <>
      <fieldset className="shop-choice" aria-label={t.moldType}>
        <span>{t.moldType}</span>
        <Radio.Group
          optionType="button"
          value={c.moldKind}
          onChange={(e) => onChange(chooseMold(e.target.value))}
          options={[
            { value: "plastic", label: enums.moldKind.plastic },
            { value: "hardware", label: enums.moldKind.hardware },
          ]}
        />
      </fieldset>
      <fieldset className="shop-choice" aria-label={t.accessory}>
        <span>{t.accessory}</span>
        {accessoryIds
          .filter((id) => accessories[id].moldKind === c.moldKind)
          .map((id) => (
            <Button
              key={id}
              aria-pressed={c.parts === id}
              type={c.parts === id ? "primary" : "default"}
              ghost={c.parts === id}
              onClick={() => onChange(toggleAccessory(c, id))}
            >
              {names[id]}
            </Button>
          ))}
      </fieldset>
      {magnets.length > 0 && (
        <fieldset className="shop-choice" aria-label={t.magnet}>
          <span>{t.magnet}</span>
          <Radio.Group
            optionType="button"
            value={c.magnet}
            onChange={(e) => onChange(chooseMagnet(c, e.target.value))}
            options={magnets.map((m) => ({ value: m, label: m === 1 ? t.round : t.square }))}
          />
        </fieldset>
      )}
    </>
  );
}

function Order({
  g,
  prices,
}: {
  readonly g: Goods;
  readonly prices: ReturnType<typeof useProduct>["prices"];
}) {
  const { shop, frame } = useLocale();
  const t = shop.product;
  const shopper = useShopper();
  const client = useClient();
  const queries = useQueryClient();
  const fail = useFailure();
  const navigate = useNavigate();
  const location = useLocation();
  const { message, modal } = App.useApp();
  const preset = presetOf(g.goodsId);
  const [configuration, setConfiguration] = useState<Configuration>(preset);
  const [qty, setQty] = useState(preset.qty);
  const [oem, setOem] = useState(shopper.oems.length === 1 ? shopper.oems[0] : undefined);
  const isConfigurable = g.goodsType === configurableType;
  const seen = oem ?? shopper.defaultOem;
  const priceAt = (id: string) => prices.find((p) => p.goodsId === id && p.oemName === seen)?.unitPrice;
  const price = priceAt(g.goodsId) ?? g.unitPrice;
  const part = isConfigurable && configuration.parts !== 0 ? configuration.parts : undefined;
  const partPrice = part === undefined ? undefined : priceAt(part);
  const subtotal = sumAmounts([
    lineAmount(price, qty),
    partPrice === undefined ? 0 : lineAmount(partPrice, qty),
  ]);

  /** Why it cannot be ordered yet, told to the person (spec shop §5). */
  function isRefused(): boolean {
    if (!shopper.custId) {
      modal.confirm({
        title: t.tip,
        content: t.notLoggedIn,
        okText: frame.common.ok,
        onOk: () => navigate(loginAddress(location)),
      });
      return true;
    }
    if (oem === undefined) void message.warning(t.chooseOem);
    else if (isConfigurable && configuration.magnet < 0) void message.warning(t.chooseMagnet);
    else return false;
    return true;
  }

  async function put() {
    if (isRefused()) return;
    const { moldKind, magnet, sideType } = configuration;
    try {
      await client.run(addToCart, {
        goodsIds: part === undefined ? [g.goodsId] : [g.goodsId, part],
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
    const { moldKind, magnet, sideType } = configuration;
    const own =
      isConfigurable || isAccessory(g.goodsId)
        ? { moldKind, magnet, sideType }
        : { moldKind: null, magnet: -1, sideType: -1 };
    const line: BuyLine = {
      cartId: null,
      goodsId: g.goodsId,
      goodsName: g.goodsName,
      goodsType: g.goodsType,
      goodsImage: g.goodsImage,
      oemName: oem,
      qty,
      unitPrice: price,
      ...own,
    };
    const names = { J007: t.shell, J002: t.block } as const;
    const accessory: BuyLine[] =
      part === undefined || partPrice === undefined
        ? []
        : [
            {
              ...line,
              goodsId: part,
              goodsName: names[part],
              goodsType: 2,
              goodsImage: null,
              unitPrice: partPrice,
              ...presetOf(part),
              qty,
            },
          ];
    navigate("/Shop/buy", { state: buyState(false, [line, ...accessory]) });
  }

  return (
    <div className="shop-order">
      <h1>{g.goodsName}</h1>
      <p className="sk-faint">{g.remark}</p>
      <div className="shop-price-box">
        <span>{t.price}</span>
        <Price value={price} />
        {g.goodsUnit && <span className="sk-faint">/ {g.goodsUnit}</span>}
        {!shopper.custId && <em>{t.general}</em>}
      </div>
      <p className="shop-promo">
        <GiftOutlined /> {byQuantity.includes(g.goodsId) ? t.promoBattery : t.promo}
      </p>
      <dl className="shop-facts">
        <dt>{t.model}</dt>
        <dd>{g.goodsModel ?? "–"}</dd>
        <dt>{t.stock}</dt>
        <dd>
          {(g.stockQty ?? 0) > 9999 ? t.unlimited : (g.stockQty ?? 0) > 0 ? String(g.stockQty) : t.soldOut}
        </dd>
      </dl>
      {isConfigurable && <Choices c={configuration} onChange={setConfiguration} />}
      {shopper.custId && (
        <div className="shop-choice">
          <span>{t.oem}</span>
          <Select
            aria-label={t.oem}
            className="shop-oem"
            value={oem ?? null}
            placeholder={t.chooseOem}
            onChange={(v: string | null) => setOem(v ?? undefined)}
            options={shopper.oems.map((value) => ({ value, label: value }))}
          />
        </div>
      )}
      <div className="shop-choice">
        <span>{t.qty}</span>
        <Stepper value={qty} onChange={setQty} label={t.qty} />
      </div>
      <p className="shop-subtotal">
        {t.together} <Amount value={subtotal} strong />
        {part !== undefined && partPrice !== undefined && (
          <span className="sk-faint">（{t.withAccessory}）</span>
        )}
      </p>
      <div className="shop-buttons">
        <Button size="large" type="primary" onClick={buy} disabled={(g.stockQty ?? 0) <= 0}>
          {t.buy}
        </Button>
        <Button size="large" icon={<ShoppingCartOutlined />} onClick={() => void put()}>
          {t.add}
        </Button>
      </div>
    </div>
  );
}

export default function ProductPage() {
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  const { shop } = useLocale();
  const t = shop.product;
  const { goods: g, isReady, prices } = useProduct(id);
  if (!isReady) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (!g)
    return (
      <Empty description={t.gone}>
        <Link to="/Shop/index">
          <Button type="primary">{shop.nav.shop}</Button>
        </Link>
      </Empty>
    );
  return (
    <>
      <div className="shop-card shop-product">
        <Gallery g={g} />
        <Order key={g.goodsId} g={g} prices={prices} />
      </div>
      <section className="shop-card">
        <Tabs
          items={[
            { key: "info", label: t.info, children: <Introduction g={g} /> },
            ...(g.goodsType === configurableType
              ? [{ key: "install", label: t.install, children: <Installation /> }]
              : []),
          ]}
        />
      </section>
    </>
  );
}
