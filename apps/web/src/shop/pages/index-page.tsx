import CarOutlined from "@ant-design/icons/es/icons/CarOutlined";
import CheckCircleOutlined from "@ant-design/icons/es/icons/CheckCircleOutlined";
import GiftOutlined from "@ant-design/icons/es/icons/GiftOutlined";
import ShoppingCartOutlined from "@ant-design/icons/es/icons/ShoppingCartOutlined";
import WalletOutlined from "@ant-design/icons/es/icons/WalletOutlined";
import { goodsType } from "@shotkeeper/contract/enumerations";
import { custSum } from "@shotkeeper/contract/shop";
import { loginAddress, messageOf, useLocale } from "@shotkeeper/ui/app";
import { Button, Empty, Segmented, Skeleton, Tag } from "antd";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { Price } from "../parts/amount.tsx";
import { useRun } from "../parts/data.ts";
import { type Goods, useGoods } from "../parts/goods.ts";
import { GoodsPicture } from "../parts/pictures.tsx";
import { useShopper } from "../session.tsx";

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

function Banners() {
  const { shop } = useLocale();
  const t = shop.index;
  const banners = [
    { goods: "JS001", title: t.banner1, text: t.banner1Text },
    { goods: "J007", title: t.banner2, text: t.banner2Text },
    { goods: "DC001", title: t.banner3, text: t.banner3Text },
  ];
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(calm);
  useEffect(() => {
    if (held) return;
    const timer = setInterval(() => setAt((n) => (n + 1) % banners.length), 6000);
    return () => clearInterval(timer);
  }, [held, banners.length]);
  const shown = banners[at];
  // What is looked at does not move on; only the banner that is seen is there for keyboards and readers.
  const hold = () => setHeld(true);
  const letGo = () => setHeld(calm);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; the pointer and the focus only hold it
    <div className="shop-banners" onMouseEnter={hold} onMouseLeave={letGo} onFocus={hold} onBlur={letGo}>
      {shown && (
        <Link
          key={shown.goods}
          to={`/Shop/product?id=${shown.goods}`}
          className="shop-banner"
          data-tone={at + 1}
        >
          <span>
            <strong>{shown.title}</strong>
            <span>{shown.text}</span>
            <em>{t.look} →</em>
          </span>
          <GoodsPicture goodsId={shown.goods} goodsType={2} name="" />
        </Link>
      )}
      <div className="shop-dots">
        {banners.map((b, i) => (
          <button
            key={b.goods}
            type="button"
            aria-label={b.title}
            aria-current={i === at}
            onClick={() => setAt(i)}
          />
        ))}
      </div>
    </div>
  );
}

function Greeting() {
  const { shop } = useLocale();
  const t = shop.index;
  const shopper = useShopper();
  const location = useLocation();
  const { data } = useRun(
    custSum,
    { custId: shopper.custId ?? null },
    { enabled: shopper.custId !== undefined },
  );
  const counters = [
    {
      key: "cart",
      label: shop.nav.cart,
      count: data?.ShopCount,
      to: "/Shop/cart",
      icon: <ShoppingCartOutlined />,
    },
    {
      key: "pay",
      label: t.waitPay,
      count: data?.WaitPayCount,
      to: "/Shop/home?status=0",
      icon: <WalletOutlined />,
    },
    {
      key: "send",
      label: t.waitSend,
      count: data?.WaitSendCount,
      to: "/Shop/home?status=1",
      icon: <GiftOutlined />,
    },
    {
      key: "sent",
      label: t.sent,
      count: data?.OverSendCount,
      to: "/Shop/home?status=3",
      icon: <CarOutlined />,
    },
    {
      key: "done",
      label: t.finished,
      count: data?.FinishCount,
      to: "/Shop/home?status=4",
      icon: <CheckCircleOutlined />,
    },
  ];
  return (
    <section className="shop-card shop-greeting">
      <div>
        {shopper.user ? (
          <h1>{t.hello(shopper.name)}</h1>
        ) : (
          <>
            <h1>{t.guest}</h1>
            <p>{t.guestHint}</p>
            <Link to={loginAddress(location)}>
              <Button type="primary">{shop.nav.logIn}</Button>
            </Link>
          </>
        )}
      </div>
      <ul className="shop-counters">
        {counters.map((c) => (
          <li key={c.key}>
            <Link to={c.to}>
              {c.icon}
              <b>{c.count ?? 0}</b>
              <span>{c.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ g }: { readonly g: Goods }) {
  const { shop } = useLocale();
  return (
    <li>
      <Link to={`/Shop/product?id=${encodeURIComponent(g.goodsId)}`} className="shop-goods">
        <GoodsPicture goodsId={g.goodsId} goodsType={g.goodsType} name={g.goodsName} path={g.goodsImage} />
        {g.isPro && <Tag className="shop-popular">{shop.index.popular}</Tag>}
        <strong>{g.goodsName}</strong>
        <span className="shop-goods-remark">{g.remark}</span>
        <span className="shop-goods-foot">
          <Price value={g.unitPrice} />
          <span className="sk-faint">{g.goodsUnit ? `/ ${g.goodsUnit}` : ""}</span>
          {(g.stockQty ?? 0) <= 0 && <Tag>{shop.product.soldOut}</Tag>}
        </span>
      </Link>
    </li>
  );
}

const kindOf = {
  hardware: goodsType.values.hardware,
  accessory: goodsType.values.accessory,
  software: goodsType.values.software,
};
type Kind = keyof typeof kindOf | "all";

function GoodsList() {
  const locale = useLocale();
  const { shop, enums } = locale;
  const { goods, error } = useGoods();
  const [kind, setKind] = useState<Kind>("all");
  const [search] = useSearchParams();
  const asked = (search.get("q") ?? "").toLowerCase();
  const shown = (goods ?? []).filter(
    (g) =>
      (kind === "all" || g.goodsType === kindOf[kind]) &&
      (asked === "" ||
        [g.goodsId, g.goodsName, g.goodsModel, g.remark].some((x) => x?.toLowerCase().includes(asked))),
  );
  const sorted = [...shown].sort(
    (a, b) =>
      Number(b.isPro ?? 0) - Number(a.isPro ?? 0) ||
      (a.goodsType ?? 0) - (b.goodsType ?? 0) ||
      b.unitPrice - a.unitPrice,
  );
  return (
    <section className="shop-section">
      <header className="shop-section-head">
        <h2>{shop.index.related}</h2>
        <Segmented<Kind>
          value={kind}
          onChange={setKind}
          options={[
            { value: "all", label: shop.index.all },
            { value: "hardware", label: enums.goodsType.hardware },
            { value: "accessory", label: enums.goodsType.accessory },
            { value: "software", label: enums.goodsType.software },
          ]}
        />
      </header>
      {error && <Empty description={messageOf(error, locale) || shop.index.closed} />}
      {!goods && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {goods && sorted.length === 0 && <Empty description={shop.index.none} />}
      <ul className="shop-grid">
        {sorted.map((g) => (
          <Card key={`${g.goodsId} ${g.oemName}`} g={g} />
        ))}
      </ul>
    </section>
  );
}

export default function IndexPage() {
  const [search] = useSearchParams();
  const isSearch = search.get("q") !== null;
  return (
    <>
      {!isSearch && (
        <div className="shop-top">
          <Banners />
          <Greeting />
        </div>
      )}
      <GoodsList />
    </>
  );
}
