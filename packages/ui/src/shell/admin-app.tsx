import type { Client } from "@shotkeeper/client";
import { Skeleton } from "antd";
import { useMemo } from "react";
import { Navigate, useLocation } from "react-router";
import {
  AppProviders,
  LiveProvider,
  SessionProvider,
  useDocumentTitle,
  useFollowSession,
  useLocale,
  useSession,
} from "../app/index.ts";
import { ExpiredModal } from "./expired-modal.tsx";
import { Frame } from "./frame.tsx";
import { frameScreens } from "./frame-screens.ts";
import { mayOpen, screenTitle } from "./menu-tree.ts";
import { ScreenPage } from "./pages.tsx";
import { findScreen, type ScreenMap } from "./screens.ts";
import { FailedPage, StatusPage } from "./status-page.tsx";

const startPath = "/dashboard/workplace";

/** What is there before the user's facts are: the frame's outline, so that nothing jumps. */
function Waiting() {
  return (
    <div className="sk-waiting" aria-busy="true">
      <div />
      <div>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    </div>
  );
}

/** Boards fill the wall: no frame around them. */
function BoardPage({ screens }: { readonly screens: ScreenMap }) {
  const location = useLocation();
  const session = useSession();
  const locale = useLocale();
  const found = findScreen(screens, location.pathname);
  useDocumentTitle(
    found ? screenTitle(found, session.menus, locale) : locale.frame.notFound.title,
    session.systemName,
  );
  if (!found || !mayOpen(found, session))
    return (
      <main className="sk-status-full">
        <StatusPage kind={found ? "notAllowed" : "notFound"} />
      </main>
    );
  return <ScreenPage screens={screens} location={location} />;
}

function Inside({ screens }: { readonly screens: ScreenMap }) {
  useFollowSession();
  const { pathname } = useLocation();
  const session = useSession();
  if (pathname === "/") {
    const start = session.menus.some((m) => m.PATH === startPath) ? startPath : session.home;
    return <Navigate to={start ?? startPath} replace />;
  }
  return pathname.startsWith("/board/") ? <BoardPage screens={screens} /> : <Frame screens={screens} />;
}

/** Everything behind the log-in. Who has no session must not come here: the application's routes see to it. */
export function AdminApp({ client, screens }: { readonly client: Client; readonly screens: ScreenMap }) {
  const all = useMemo(() => ({ ...screens, ...frameScreens }), [screens]);
  return (
    <AppProviders client={client}>
      <SessionProvider
        waiting={<Waiting />}
        failed={(error, retry) => <FailedPage error={error} retry={retry} />}
        overlay={<ExpiredModal />}
      >
        <LiveProvider>
          <Inside screens={all} />
        </LiveProvider>
      </SessionProvider>
    </AppProviders>
  );
}
