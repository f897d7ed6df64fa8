import { Provider as MotionProvider } from "@rc-component/motion";
import { Skeleton, theme } from "antd";
import {
  Activity,
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { type Location, useLocation, useRoutes } from "react-router";
import { isUpgraded, type Tab, type Tabs, titleTab, useTabs, useUnsaved } from "../app/index.ts";
import { type LazyPart, lazyPart } from "../lazy/index.ts";
import { findScreen, type Screen, type ScreenMap } from "./screens.ts";
import { Boundary, PageFailed } from "./status-page.tsx";

/**
 * Largest number of open pages that stay mounted and keep their state. If more pages are open, the pages that were
 * shown longest ago are unmounted.
 */
const maxMountedPages = 12;

const PageKey = createContext<string | undefined>(undefined);

/** Sets the title of the tab of the calling page. The page of a mold, for example, shows the mold number. */
export function useTabTitle(title: string | undefined): void {
  const key = use(PageKey);
  const apply = useTabs((s) => s.apply);
  useEffect(() => {
    if (key && title) apply((tabs) => titleTab(tabs, key, title));
  }, [key, title, apply]);
}

const lazyPages = new WeakMap<Screen, LazyPart<object>>();

export function lazyPage(screen: Screen): LazyPart<object> {
  const known = lazyPages.get(screen);
  if (known) return known;
  const page = lazyPart(screen.load, <PageSkeleton />);
  lazyPages.set(screen, page);
  return page;
}

/**
 * Removes the cached component of a screen whose download has failed. Otherwise the component would throw the same
 * failure again when the user tries again.
 */
const forget = (screen: Screen) => lazyPages.delete(screen);

function PageSkeleton() {
  return (
    <div className="sk-page-skeleton">
      <Skeleton active title={{ width: 180 }} paragraph={{ rows: 6 }} />
    </div>
  );
}

/**
 * Renders a page with the location of its tab. A page in a hidden tab therefore does not see changes of the address.
 */
function PageAt({
  pattern,
  screen,
  location,
}: {
  readonly pattern: string;
  readonly screen: Screen;
  readonly location: Partial<Location>;
}) {
  const Page = lazyPage(screen);
  return useRoutes([{ path: pattern, element: <Page /> }], location);
}

export function ScreenPage({ screens, location }: { screens: ScreenMap; location: Partial<Location> }) {
  const found = findScreen(screens, location.pathname ?? "");
  if (!found) return null;
  return (
    <Boundary
      fallback={(_error, retry) => (
        <PageFailed
          retry={async () => {
            if (await isUpgraded()) return window.location.reload();
            forget(found.screen);
            retry();
          }}
        />
      )}
    >
      <PageAt pattern={found.pattern} screen={found.screen} location={location} />
    </Boundary>
  );
}

/**
 * Turns off the animations of antd while a hidden page is shown again. If a dialog is open on the page, antd would
 * otherwise play its opening again and try to focus content that antd has unmounted. The page would fail with an error.
 */
function CalmReturn({ children }: { readonly children: ReactNode }) {
  const { token } = theme.useToken();
  const [isReturning, setReturning] = useState(false);
  // React runs the cleanup of this effect when the page is hidden, so the animations are off when it is shown again.
  // The next effect runs when the page has been shown again, and turns the animations on.
  useLayoutEffect(() => () => setReturning(true), []);
  useEffect(() => setReturning(false), []);
  return <MotionProvider motion={token.motion && !isReturning}>{children}</MotionProvider>;
}

interface PagesProps {
  readonly screens: ScreenMap;
  readonly tabs: Tabs;
  readonly active: Tab;
  /** True: hidden pages stay mounted and keep their state. False if the application has no tab bar. */
  readonly keep: boolean;
}

/**
 * Returns the page to show. When the user goes to another page, React first shows the new tab and menu with the old
 * page, and then draws the new page, because drawing takes up to 300 ms. A new query of the same page is shown at once.
 * @returns `isLeaving`: the old page is still shown.
 */
function useShown(active: Tab) {
  const location = useLocation();
  // Puts page and location into one value, so that React never shows a page with the location of another page.
  const now = useMemo(() => ({ active, location }), [active, location]);
  const drawn = useDeferredValue(now);
  const isLeaving = drawn.active.key !== active.key;
  return { ...(isLeaving ? drawn : now), isLeaving };
}

/**
 * Renders the open pages that stay mounted: at most `maxMountedPages`, and all with unsaved changes. Only one page is
 * visible; hidden pages keep their state.
 */
export function Pages({ screens, tabs, active, keep }: PagesProps) {
  const shown = useShown(active);
  const { key } = shown.active;
  const unsaved = useUnsaved((s) => s.paths);
  const [recent, setRecent] = useState<readonly string[]>([key]);
  if (recent[0] !== key) setRecent([key, ...recent.filter((k) => k !== key)].slice(0, maxMountedPages));
  const alive = tabs
    .filter((t) => t.key === key || (keep && recent.includes(t.key)) || unsaved.has(t.pathname))
    // Sorts the pages by key and not in the order of the tabs. Moving a tab would otherwise move DOM nodes, and moved
    // nodes lose their scroll position.
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return alive.map((t) => {
    const isShown = t.key === key;
    return (
      <Activity key={`${t.key} ${t.epoch ?? 0}`} mode={isShown ? "visible" : "hidden"}>
        <section className="sk-page" data-page={t.pathname} inert={isShown && shown.isLeaving}>
          <PageKey value={t.key}>
            <CalmReturn>
              <ScreenPage
                screens={screens}
                location={isShown ? shown.location : { pathname: t.pathname, search: t.search }}
              />
            </CalmReturn>
          </PageKey>
        </section>
      </Activity>
    );
  });
}
