import stylesheet from "virtual:antd-styles";
import {
  loginAddress,
  readSsoAnswer,
  readWeChatAnswer,
  setAntdStylesheet,
  useSessionState,
} from "@shotkeeper/ui/app";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter, Navigate, useLocation, useRoutes } from "react-router";
import { client } from "./client.ts";
import { readEntryCode } from "./entry-code.ts";
import { oldAddresses } from "./old-addresses.tsx";
import { RootBoundary } from "./root-boundary.tsx";
import { TakeOver } from "./shop/parts/take-over.ts";

// Loads the log-in page separately from the application. The page needs only React and the router, so it loads fast.
const LoginPage = lazyPart(() => import("./login/login-page.tsx"));
const Admin = lazyPart(() => import("./admin.tsx"));
const Shop = lazyPart(() => import("./shop/shop-app.tsx"));

/**
 * Shows the administration application. A visitor without a session is sent to the log-in page before the application
 * is loaded.
 */
function Inside() {
  const location = useLocation();
  // Opens the log-in page if there is no session. If a session has expired, the application stays open and shows a
  // modal to log in, so that typed text is not lost.
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
    // Opens the shop without a check of the session, because the shop is public. Only some of its pages ask for a
    // log-in.
    { path: "/Shop/*", element: <Shop /> },
    ...oldAddresses,
    { path: "*", element: <Inside /> },
  ]);
}

setAntdStylesheet(stylesheet);
readSsoAnswer();
readWeChatAnswer();
readEntryCode();

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <RootBoundary>
        {/* Turns the transitions of the router off, so that React removes a closed tab and paints the
            neighbouring tab in the same frame. */}
        <HashRouter useTransitions={false}>
          <Pages />
        </HashRouter>
      </RootBoundary>
    </StrictMode>,
  );
