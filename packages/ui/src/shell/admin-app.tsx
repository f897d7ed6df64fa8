import type { Client } from "@shotkeeper/client";
import { Skeleton } from "antd";
import { type ReactNode, useMemo } from "react";
import { Navigate, useLocation } from "react-router";
import {
  type ActionTexts,
  ActionTextsProvider,
  AppProviders,
  EarlySession,
  LiveProvider,
  SessionProvider,
  useDocumentTitle,
  useLocale,
  useSession,
  useSessionUpdates,
} from "../app/index.ts";
import { ExpiredModal } from "./expired-modal.tsx";
import { mayOpen, screenTitle } from "./menu-tree.ts";
import { OfflineSession } from "./offline-parts.tsx";
import { lazyPage, ScreenPage } from "./pages.tsx";
import { findScreen, type ScreenMap } from "./screens.ts";
import { Shell } from "./shell.tsx";
import { shellScreens } from "./shell-screens.ts";
import { FailedPage, StatusPage } from "./status-page.tsx";
import { ViewBanner } from "./view-banner.tsx";

const startPath = "/dashboard/workplace";

/**
 * Outline of the application shell, shown until the user's data has loaded. The outline has the layout of the shell, so
 * nothing jumps afterwards.
 */
export function ShellSkeleton() {
  return (
    <div className="sk-waiting" aria-busy="true">
      <div />
      <div>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    </div>
  );
}

/** Downloads the code of the page at an address, for example "/basic/mold?moldNo=7". The start page is at "/". */
export async function preloadPage(screens: ScreenMap, address: string): Promise<void> {
  const path = address.split("?")[0] || "/";
  const found = findScreen(screens, path === "/" ? startPath : path);
  if (found) await lazyPage(found.screen).preload();
}

/** Shows a board without the shell around it, because a board fills the whole screen. */
function BoardPage({ screens }: { readonly screens: ScreenMap }) {
  const location = useLocation();
  const session = useSession();
  const locale = useLocale();
  const found = findScreen(screens, location.pathname);
  useDocumentTitle(
    found ? screenTitle(found, session.menus, locale) : locale.shell.notFound.title,
    session.systemName,
  );
  if (!found || !mayOpen(found, session))
    return (
      <main className="sk-status-full">
        <StatusPage kind={found ? "notAllowed" : "notFound"} />
      </main>
    );
  return (
    <>
      <ScreenPage screens={screens} location={location} />
      <ViewBanner user={session.user} isFloating />
    </>
  );
}

function LoggedIn({ screens }: { readonly screens: ScreenMap }) {
  useSessionUpdates();
  const { pathname } = useLocation();
  const session = useSession();
  // Opens the form to change the password if somebody else has set it. Until the user changes it, the server refuses
  // all other requests.
  if (session.user.mustChangePassword) return <Navigate to="/login?change=1" replace />;
  if (pathname === "/") {
    const start = session.menus.some((m) => m.path === startPath) ? startPath : session.home;
    return <Navigate to={start ?? startPath} replace />;
  }
  return pathname.startsWith("/board/") ? <BoardPage screens={screens} /> : <Shell screens={screens} />;
}

interface AdminAppProps {
  readonly client: Client;
  readonly screens: ScreenMap;
  /** Describes the actions of the outbox. Undefined: the application has no outbox. */
  readonly actionTexts?: ActionTexts;
  /** Components that work in the background, beside the pages, and render nothing. */
  readonly background?: ReactNode;
  /** Component that renders nothing, but asks for data of the first page while the user's data is still loading. */
  readonly early?: ReactNode;
}

/** The application after the log-in. The caller must send users without a session to the log-in page. */
export function AdminApp({ client, screens, actionTexts, background, early }: AdminAppProps) {
  const all = useMemo(() => ({ ...screens, ...shellScreens }), [screens]);
  return (
    <AppProviders
      client={client}
      early={
        <>
          <EarlySession />
          {early}
        </>
      }
    >
      <SessionProvider
        waiting={<ShellSkeleton />}
        failed={(error, retry) => <FailedPage error={error} retry={retry} />}
        overlay={<ExpiredModal />}
      >
        <OfflineSession>
          <ActionTextsProvider value={actionTexts}>
            <LiveProvider>
              <LoggedIn screens={all} />
              {background}
            </LiveProvider>
          </ActionTextsProvider>
        </OfflineSession>
      </SessionProvider>
    </AppProviders>
  );
}
