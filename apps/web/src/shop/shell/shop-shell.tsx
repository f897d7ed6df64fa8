import type { followEvents } from "@shotkeeper/client";
import { custSum } from "@shotkeeper/contract/shop";
import type { Locale } from "@shotkeeper/locales";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { Logo, StoredLogo } from "@shotkeeper/ui/shell";
import { wallClock } from "@shotkeeper/ui/time";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useCommandData } from "../parts/data.ts";
import { Icon, Waiting } from "../parts/plain.tsx";
import { useShopper } from "../parts/session.tsx";
import { useLoginAddress, useShop } from "../parts/shop-info.ts";
import { useTexts } from "../parts/texts.ts";
import { ShopClosed } from "./shop-closed.tsx";

const UserMenu = lazyPart(() => import("./user-menu.tsx"), <span className="shop-avatar" />);
const GuestSettings = lazyPart(() => import("./guest-settings.tsx"));

function GuestMenu() {
  const { shop } = useTexts();
  const toLogin = useLoginAddress();
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        className="shop-icon-button"
        aria-label={shop.nav.settings}
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" />
      </button>
      <Link className="shop-login" to={toLogin}>
        {shop.nav.logIn}
      </Link>
      {open !== undefined && <GuestSettings open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

function CartLink() {
  const { shop } = useTexts();
  const { custId } = useShopper();
  const { data } = useCommandData(custSum, { custId: custId ?? null }, { enabled: custId !== undefined });
  const count = data?.cartLines ?? 0;
  return (
    <Link to="/Shop/cart" className="shop-nav-link">
      <span className="shop-cart">
        <Icon name="cart" />
        {count > 0 && <b>{count > 99 ? "99+" : count}</b>}
      </span>
      <span>{shop.nav.cart}</span>
    </Link>
  );
}

function Search() {
  const { shop } = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const searched = new URLSearchParams(search).get("q") ?? "";
  return (
    <search className="shop-search">
      <form
        // Another page begins with its own search text, not with text that was typed on the page before.
        key={`${pathname} ${searched}`}
        onSubmit={(e) => {
          e.preventDefault();
          const q = String(new FormData(e.currentTarget).get("q") ?? "").trim();
          navigate(q ? `/Shop/index?q=${encodeURIComponent(q)}` : "/Shop/index");
        }}
      >
        <input
          type="search"
          name="q"
          defaultValue={searched}
          aria-label={shop.nav.search}
          placeholder={shop.nav.search}
        />
        <button type="submit" aria-label={shop.nav.search}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}

/** Returns the name of the page at a path. The first page has none: its title is the shop's name. */
function titleOf(pathname: string, { shop, signUp, company }: Locale): string | undefined {
  const { nav, product, buy } = shop;
  const titles: Readonly<Record<string, string>> = {
    product: product.title,
    cart: nav.cart,
    buy: buy.title,
    home: nav.orders,
    invoice: nav.invoices,
    profile: nav.profile,
    people: company.title,
    "sign-up": signUp.title,
    application: signUp.stateTitle,
  };
  return titles[pathname.split("/")[2]?.toLowerCase() ?? ""];
}

/** The shop's phone number and mail address, as links. */
function Contact({ phone, mail }: Readonly<Record<"phone" | "mail", string | null | undefined>>) {
  return (
    <span className="shop-contact">
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>}
      {mail && <a href={`mailto:${mail}`}>{mail}</a>}
    </span>
  );
}

interface ShopShellProps {
  readonly children: ReactNode;
  /** Opens the stream of live events. Tests pass a replacement. */
  readonly follow?: typeof followEvents | undefined;
}

export function ShopShell({ children, follow }: ShopShellProps) {
  const texts = useTexts();
  const { shop } = texts;
  const { pathname } = useLocation();
  const shopper = useShopper();
  const { shop: visited, isLoading } = useShop();
  const brand = visited?.shopName ?? shop.nav.brand;
  // Shows on public pages of a closed shop that the shop is closed. The other pages redirect to the log-in themselves,
  // also in a closed shop.
  const isPublic = !/^\/Shop\/(cart|buy|home|invoice|profile|people|application)\b/i.test(pathname);
  const isClosed = isPublic && !shopper.user && visited?.isOpen === false;
  const page = isClosed ? shop.closed.title : titleOf(pathname, texts);
  useEffect(() => {
    document.title = page === undefined ? brand : `${page} – ${brand}`;
  }, [page, brand]);
  // Scrolls to the top when the user changes the page. The page that opens first is not scrolled: it keeps the scroll
  // position of the prerendered page.
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) window.scrollTo(0, 0);
    last.current = pathname;
  }, [pathname]);
  return (
    <div className="shop">
      <button
        type="button"
        className="shop-skip"
        onClick={() => document.getElementById("shop-main")?.focus()}
      >
        {shop.nav.skip}
      </button>
      <header className="shop-header">
        <div className="shop-header-in">
          <Link to="/Shop/index" className="shop-brand">
            {visited?.logo ? <StoredLogo path={visited.logo} size={28} /> : <Logo size={28} />}
            <span>{brand}</span>
          </Link>
          {!isClosed && <Search />}
          <nav className="shop-nav" aria-label={shop.nav.shop}>
            {shopper.user && <CartLink />}
            {shopper.user && (
              <Link to="/Shop/home" className="shop-nav-link">
                <Icon name="orders" />
                <span>{shop.nav.orders}</span>
              </Link>
            )}
            {shopper.user ? <UserMenu follow={follow} /> : <GuestMenu />}
          </nav>
        </div>
      </header>
      <main id="shop-main" className="shop-main" tabIndex={-1}>
        {isClosed ? <ShopClosed /> : isLoading && !shopper.user ? <Waiting /> : children}
      </main>
      <footer className="shop-footer">
        <span>
          {brand} · Shotkeeper {wallClock().year()}
        </span>
        {visited?.isOpen && <Contact phone={visited.shopPhone} mail={visited.shopMail} />}
        {!isClosed && (
          <span>
            {shop.product.promo} · {shop.product.promoBattery}
          </span>
        )}
      </footer>
    </div>
  );
}
