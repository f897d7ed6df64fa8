import { loginAddress, PlainProviders, useLocale } from "@shotkeeper/ui/app";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useRoutes } from "react-router";
import { client } from "../client.ts";
import { VisitorGoods } from "./parts/goods.ts";
import { Waiting } from "./parts/plain.tsx";
import { ShopperProvider } from "./parts/session.tsx";
import { TakeOver } from "./parts/take-over.ts";
import { TextsProvider } from "./parts/texts.ts";
import { ShopFrame } from "./shell/frame.tsx";
import "./shop.css";

/**
 * A page with all that antd's parts count on, which come with it. The first page and the frame do without them, so that a
 * visitor on a bad line sees the goods while they are fetched.
 */
const page = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    const [{ Themed }, { default: Page }] = await Promise.all([import("./parts/themed.ts"), load()]);
    return {
      default: () => (
        <Themed>
          <TakeOver />
          <Page />
        </Themed>
      ),
    };
  });
const IndexPage = lazy(() => import("./pages/index-page.tsx"));
const ProductPage = page(() => import("./pages/product-page.tsx"));
const CartPage = page(() => import("./pages/cart-page.tsx"));
const BuyPage = page(() => import("./pages/buy-page.tsx"));
const HomePage = page(() => import("./pages/home-page.tsx"));
const InvoicePage = page(() => import("./pages/invoice-page.tsx"));
const ProfilePage = page(() => import("./pages/profile-page.tsx"));
const NotFoundPage = page(() => import("./pages/not-found-page.tsx"));

/** Pages that are a customer's own: visitors log in first. */
function Own({ Page }: { readonly Page: ComponentType }) {
  const location = useLocation();
  if (client.tokens.get() === null) return <Navigate to={loginAddress(location)} replace />;
  return <Page />;
}

/** An entry code in the address is a token: it is kept, and not left standing there (spec shop §2). */
function useEntryCode(): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
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
  }, [done, code, query, pathname, navigate]);
  return done;
}

function Pages() {
  return useRoutes([
    { index: true, element: <Navigate to="/Shop/index" replace /> },
    { path: "index", element: <IndexPage /> },
    { path: "product", element: <ProductPage /> },
    { path: "cart", element: <Own Page={CartPage} /> },
    { path: "buy", element: <Own Page={BuyPage} /> },
    { path: "home", element: <Own Page={HomePage} /> },
    { path: "invoice", element: <Own Page={InvoicePage} /> },
    { path: "profile", element: <Own Page={ProfilePage} /> },
    { path: "*", element: <NotFoundPage /> },
  ]);
}

const waiting = (
  <div className="shop-waiting">
    <Waiting />
  </div>
);

function Texts({ children }: { readonly children: ReactNode }) {
  return <TextsProvider value={useLocale()}>{children}</TextsProvider>;
}

export default function ShopApp() {
  const ready = useEntryCode();
  if (!ready) return null;
  return (
    <PlainProviders client={client} early={<VisitorGoods isVisitor={client.tokens.get() === null} />}>
      <Texts>
        <ShopperProvider waiting={waiting}>
          <ShopFrame>
            <Suspense fallback={waiting}>
              <Pages />
            </Suspense>
          </ShopFrame>
        </ShopperProvider>
      </Texts>
    </PlainProviders>
  );
}
