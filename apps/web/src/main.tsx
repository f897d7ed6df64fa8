import { startLocale, startTheme } from "@shotkeeper/ui/app";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { HashRouter, useRoutes } from "react-router";
import { RootBoundary } from "./root-boundary.tsx";

// The log-in page shares only React and the router with the rest: it must load fast on a bad line.
const LoginPage = lazy(() => import("./login/login-page.tsx"));
const Admin = lazy(() => import("./admin.tsx"));

function Pages() {
  return useRoutes([
    { path: "/login", element: <LoginPage /> },
    { path: "*", element: <Admin /> },
  ]);
}

startTheme();
startLocale();

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
