import { goodsType } from "@shotkeeper/contract/enumerations";
import { custSum } from "@shotkeeper/contract/shop";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Price } from "../parts/amount.tsx";
import { useCommandData } from "../parts/data.ts";
import { type Goods, useGoods } from "../parts/goods.ts";
import { GoodsPicture } from "../parts/pictures.tsx";
import { Choice, Icon, Nothing, Unbroken, Waiting } from "../parts/plain.tsx";
import { useShopper } from "../parts/session.tsx";
import { useLoginAddress } from "../parts/shop-info.ts";
import { TakeOver } from "../parts/take-over.ts";
import { useTexts } from "../parts/texts.ts";

// Loads the component only after a failure, because it is large: its error messages need the declarations of all
// entities, to name fields by their labels.
const Failure = lazyPart(() => import("../parts/failure.tsx"), <Waiting />);

const prefersReducedMotion =
  typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Number of products shown at first, and added by each click on "more". */
const pageSize = 60;

function Banners() {
  const { shop } = useTexts();
  const t = shop.index;
  const banners = [
    { goods: "JS001", title: t.banner1, text: t.banner1Text },
    { goods: "J007", title: t.banner2, text: t.banner2Text },
    { goods: "DC001", title: t.banner3, text: t.banner3Text },
  ];
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(prefersReducedMotion);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => setAt((n) => (n + 1) % banners.length), 6000);
    return () => clearInterval(timer);
  }, [isPaused, banners.length]);
  const shown = banners[at];
  // Pauses the rotation while the pointer or the focus is on the banners.
  const pause = () => setPaused(true);
  const resume = () => setPaused(prefersReducedMotion);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the banners
    <div className="shop-banners" onMouseEnter={pause} onMouseLeave={resume} onFocus={pause} onBlur={resume}>
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
  const { shop, signUp } = useTexts();
  const t = shop.index;
  const shopper = useShopper();
  const toLogin = useLoginAddress();
  const { data } = useCommandData(
    custSum,
    { custId: shopper.custId ?? null },
    { enabled: shopper.custId !== undefined },
  );
  const counters = [
    {
      key: "cart",
      label: shop.nav.cart,
      count: data?.cartLines,
      to: "/Shop/cart",
      icon: <Icon name="cart" />,
    },
    {
      key: "pay",
      label: t.waitPay,
      count: data?.awaitingPayment,
      to: "/Shop/home?status=0",
      icon: <Icon name="wallet" />,
    },
    {
      key: "send",
      label: t.waitSend,
      count: data?.awaitingShipment,
      to: "/Shop/home?status=1",
      icon: <Icon name="gift" />,
    },
    {
      key: "sent",
      label: t.sent,
      count: data?.shipped,
      to: "/Shop/home?status=3",
      icon: <Icon name="car" />,
    },
    {
      key: "done",
      label: t.finished,
      count: data?.finished,
      to: "/Shop/home?status=4",
      icon: <Icon name="done" />,
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
            <Link to={toLogin} className="shop-login">
              {shop.nav.logIn}
            </Link>{" "}
            <Link to="/Shop/sign-up" className="shop-login">
              {signUp.link}
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
  const { shop } = useTexts();
  return (
    <li>
      <Link to={`/Shop/product?id=${encodeURIComponent(g.goodsId)}`} className="shop-goods">
        <GoodsPicture goodsId={g.goodsId} goodsType={g.goodsType} name={g.goodsName} path={g.goodsImage} />
        {g.isPro && <span className="shop-tag shop-popular">{shop.index.popular}</span>}
        <strong>
          <Unbroken text={g.goodsName ?? ""} />
        </strong>
        <span className="shop-goods-remark">{g.remark}</span>
        <span className="shop-goods-foot">
          <Price value={g.unitPrice} />
          <span className="sk-faint">{g.goodsUnit ? `/ ${g.goodsUnit}` : ""}</span>
          {(g.stockQty ?? 0) <= 0 && <span className="shop-tag">{shop.product.soldOut}</span>}
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
  const { shop, enums } = useTexts();
  const { goods, error } = useGoods();
  const [kind, setKind] = useState<Kind>("all");
  const [count, setCount] = useState(pageSize);
  const [search] = useSearchParams();
  const words = search.get("q") ?? "";
  const searched = words.toLowerCase();
  const shown = (goods ?? []).filter(
    (g) =>
      (kind === "all" || g.goodsType === kindOf[kind]) &&
      (searched === "" ||
        [g.goodsId, g.goodsName, g.goodsModel, g.remark].some((x) => x?.toLowerCase().includes(searched))),
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
        <h2>{words && goods ? shop.index.resultOf(words, sorted.length) : shop.index.related}</h2>
        <Choice<Kind>
          label={shop.index.related}
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
      {error && <Failure error={error} />}
      {!goods && !error && <Waiting />}
      {goods && sorted.length === 0 && (
        <Nothing>
          {shop.index.none}
          <br />
          <Link to="/Shop/index" className="shop-login" onClick={() => setKind("all")}>
            {shop.index.showAll}
          </Link>
        </Nothing>
      )}
      <ul className="shop-grid">
        {sorted.slice(0, count).map((g) => (
          <Card key={`${g.goodsId} ${g.oemName}`} g={g} />
        ))}
      </ul>
      {sorted.length > count && (
        <button type="button" className="shop-more" onClick={() => setCount(count + pageSize)}>
          {shop.index.more(sorted.length - count)}
        </button>
      )}
      {(goods || error) && <TakeOver />}
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
