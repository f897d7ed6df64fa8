import { loginAddress, readWeChatAnswer, useSessionState } from "@shotkeeper/ui/app";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter, Navigate, useLocation, useRoutes } from "react-router";
import { client } from "./client.ts";
import { RootBoundary } from "./root-boundary.tsx";
import { TakeOver } from "./shop/parts/take-over.ts";

// The log-in page shares only React and the router with the rest: it must load fast on a bad line.
const LoginPage = lazy(() => import("./login/login-page.tsx"));
const Admin = lazy(() => import("./admin.tsx"));
const Shop = lazy(() => import("./shop/shop-app.tsx"));

/** Replaces itself with the path that it names, to load a page anew (spec shop §2). */
function Redirect() {
  const { pathname, search } = useLocation();
  return <Navigate to={pathname.replace(/^\/redirect/i, "") + search || "/"} replace />;
}

/** Who has no session goes to the log-in page before the application is even fetched. */
function Inside() {
  const location = useLocation();
  // A session that has just ended is the application's to tell: it keeps what was typed.
  const expired = useSessionState((s) => s.expired);
  if (client.tokens.get() === null && (!expired || location.pathname === "/"))
    return <Navigate to={loginAddress(location)} replace />;
  return (
    <>
      <TakeOver />
      <Admin />
    </>
  );
}

function Pages() {
  return useRoutes([
    {
      path: "/login",
      element: (
        <>
          <TakeOver />
          <LoginPage />
        </>
      ),
    },
    // The shop is open to visitors; which of its pages want a log-in it says itself.
    { path: "/Shop/*", element: <Shop /> },
    { path: "/redirect/*", element: <Redirect /> },
    // Addresses that notices of the shop lead to (spec shop §2).
    { path: "/bs/mtrl", element: <Navigate to="/sales/stock" replace /> },
    { path: "/jsq/warninglist", element: <Navigate to="/warning/unbound" replace /> },
    { path: "*", element: <Inside /> },
  ]);
}

readWeChatAnswer();

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <RootBoundary>
        {/* Without transitions a closed tab and the step to its neighbour are one paint. */}
        <HashRouter useTransitions={false}>
          <Suspense>
            <Pages />
          </Suspense>
        </HashRouter>
      </RootBoundary>
    </StrictMode>,
  );
