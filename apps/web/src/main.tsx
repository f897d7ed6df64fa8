import { loginAddress, readWeChatAnswer, useSessionState } from "@shotkeeper/ui/app";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter, Navigate, useLocation, useRoutes } from "react-router";
import { client } from "./client.ts";
import { RootBoundary } from "./root-boundary.tsx";
import { TakeOver } from "./shop/parts/take-over.ts";

// Loaded separately: the log-in page needs only React and the router, so it is fast on a slow connection.
const LoginPage = lazy(() => import("./login/login-page.tsx"));
const Admin = lazy(() => import("./admin.tsx"));
const Shop = lazy(() => import("./shop/shop-app.tsx"));

/** Redirects to the path after /redirect, which mounts that page anew (spec shop §2). */
function Redirect() {
  const { pathname, search } = useLocation();
  return <Navigate to={pathname.replace(/^\/redirect/i, "") + search || "/"} replace />;
}

/** Sends visitors without a session to the log-in page before the application is loaded. */
function Inside() {
  const location = useLocation();
  // After an expired session the application stays open and shows its own modal, so that typed text is kept.
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
    // The shop is public. It asks for a log-in where a page needs one.
    { path: "/Shop/*", element: <Shop /> },
    { path: "/redirect/*", element: <Redirect /> },
    // Legacy addresses that notices link to (spec shop §2).
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
        {/* Without transitions React paints the closed tab and its neighbour together. */}
        <HashRouter useTransitions={false}>
          <Suspense>
            <Pages />
          </Suspense>
        </HashRouter>
      </RootBoundary>
    </StrictMode>,
  );
