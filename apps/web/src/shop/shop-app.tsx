import type { Client, followEvents } from "@shotkeeper/client";
import { loginAddress, PlainProviders, useClient, useLocale } from "@shotkeeper/ui/app";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useRoutes } from "react-router";
import { client } from "../client.ts";
import { VisitorGoods } from "./parts/goods.ts";
import { Waiting } from "./parts/plain.tsx";
import { ShopperProvider } from "./parts/session.tsx";
import { TakeOver } from "./parts/take-over.ts";
import { TextsProvider } from "./parts/texts.ts";
import { ShopShell } from "./shell/shop-shell.tsx";
import "./shop.css";

const waiting = (
  <div className="shop-waiting">
    <Waiting />
  </div>
);

/**
 * Returns a component that loads a page together with antd and its providers. The first page and the shell do not use
 * antd, so that visitors with a slow connection see the products sooner.
 */
const page = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPart(async () => {
    const [{ Themed }, { default: Page }] = await Promise.all([import("./parts/themed.ts"), load()]);
    return {
      default: () => (
        <Themed>
          <TakeOver />
          <Page />
        </Themed>
      ),
    };
  }, waiting);
const IndexPage = lazyPart(() => import("./pages/index-page.tsx"), waiting);
const ProductPage = page(() => import("./pages/product-page.tsx"));
const CartPage = page(() => import("./pages/cart-page.tsx"));
const BuyPage = page(() => import("./pages/buy-page.tsx"));
const HomePage = page(() => import("./pages/home-page.tsx"));
const InvoicePage = page(() => import("./pages/invoice-page.tsx"));
const ProfilePage = page(() => import("./pages/profile-page.tsx"));
const PeoplePage = page(() => import("./pages/people-page.tsx"));
const SignUpPage = page(() => import("./pages/sign-up-page.tsx"));
const ApplicationPage = page(() => import("./pages/application-page.tsx"));
const NotFoundPage = page(() => import("./pages/not-found-page.tsx"));

/** Shows a page for which the user must be logged in. Visitors are sent to the log-in page. */
function SignedIn({ Page }: { readonly Page: ComponentType }) {
  const location = useLocation();
  const client = useClient();
  if (client.tokens.get() === null) return <Navigate to={loginAddress(location)} replace />;
  return <Page />;
}

/**
 * Logs in through an entry link (spec shop §2): stores the session token from the URL's `code` and removes the `code`
 * from the URL. Returns true when this is done, or if there is no `code`.
 */
function useEntryCode(): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useClient();
  const [query] = useState(() => new URLSearchParams(search));
  const code = query.get("code");
  const [done, setDone] = useState(code === null);
  useEffect(() => {
    if (done || code === null) return;
    client.tokens.set(code, false);
    query.delete("code");
    const rest = query.toString();
    navigate(`${pathname}${rest ? `?${rest}` : ""}`, { replace: true });
    setDone(true);
  }, [done, code, query, pathname, navigate, client]);
  return done;
}

function Pages() {
  return useRoutes([
    { index: true, element: <Navigate to="/Shop/index" replace /> },
    { path: "index", element: <IndexPage /> },
    { path: "product", element: <ProductPage /> },
    { path: "cart", element: <SignedIn Page={CartPage} /> },
    { path: "buy", element: <SignedIn Page={BuyPage} /> },
    { path: "home", element: <SignedIn Page={HomePage} /> },
    { path: "invoice", element: <SignedIn Page={InvoicePage} /> },
    { path: "profile", element: <SignedIn Page={ProfilePage} /> },
    { path: "people", element: <SignedIn Page={PeoplePage} /> },
    { path: "sign-up", element: <SignUpPage /> },
    { path: "application", element: <ApplicationPage /> },
    { path: "*", element: <NotFoundPage /> },
  ]);
}

function Texts({ children }: { readonly children: ReactNode }) {
  return <TextsProvider value={useLocale()}>{children}</TextsProvider>;
}

/**
 * Shows no page until the session token of an entry link is stored. Otherwise the page would first load a visitor's
 * data.
 */
function Entered({ follow }: { readonly follow: typeof followEvents | undefined }) {
  const ready = useEntryCode();
  if (!ready) return null;
  return (
    <Texts>
      <ShopperProvider waiting={waiting}>
        <ShopShell follow={follow}>
          <Pages />
        </ShopShell>
      </ShopperProvider>
    </Texts>
  );
}

/** The shop with all its pages, for a client of the server's API. */
export function Shop({ client, follow }: { readonly client: Client; readonly follow?: typeof followEvents }) {
  return (
    <PlainProviders client={client} early={<VisitorGoods isVisitor={client.tokens.get() === null} />}>
      <Entered follow={follow} />
    </PlainProviders>
  );
}

export default function ShopApp() {
  return <Shop client={client} />;
}
