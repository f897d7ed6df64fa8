import type { Client } from "@shotkeeper/client";
import { App, ConfigProvider } from "antd";
import { type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import { BusyOverlay } from "./action.tsx";
import { loadAntdStylesheet } from "./antd-stylesheet.ts";
import { antdTheme } from "./antd-theme.ts";
import { useAntdLocale } from "./locale-context.tsx";
import { PlainProviders } from "./plain-providers.tsx";
import { useTheme } from "./theme-store.ts";

const coarseQuery = matchMedia("(pointer: coarse)");
function subscribeCoarse(listener: () => void): () => void {
  coarseQuery.addEventListener("change", listener);
  return () => coarseQuery.removeEventListener("change", listener);
}

/** Provides what antd's components need: theme, language, and messages. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const antdLocale = useAntdLocale();
  const dark = useTheme((t) => t.dark);
  const colour = useTheme((t) => t.colour);
  const coarse = useSyncExternalStore(subscribeCoarse, () => coarseQuery.matches);
  const sheet = loadAntdStylesheet();
  const isStyled = sheet ? use(sheet) : false;
  const theme = useMemo(
    () => ({ ...antdTheme({ dark, colour }, coarse), zeroRuntime: isStyled }),
    [dark, colour, coarse, isStyled],
  );
  return (
    <ConfigProvider locale={antdLocale} theme={theme} button={{ autoInsertSpace: false }}>
      <App component={false}>
        {children}
        <BusyOverlay />
      </App>
    </ConfigProvider>
  );
}

/** Provides what every screen needs: API client, query cache, language, theme, and messages. */
export function AppProviders({
  client,
  early,
  children,
}: {
  readonly client: Client;
  /** Component that renders nothing, but starts the page's requests while the texts are still loading. */
  readonly early?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <PlainProviders client={client} early={early}>
      <Themed>{children}</Themed>
    </PlainProviders>
  );
}
