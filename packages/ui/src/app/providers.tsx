import type { Client } from "@shotkeeper/client";
import { App, ConfigProvider } from "antd";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useAwaited } from "../lazy/index.ts";
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

/**
 * Provides what antd's components need: styles, theme, language, and messages. Draws nothing until the styles have
 * loaded.
 */
export function Themed({ children }: { readonly children: ReactNode }) {
  const antdLocale = useAntdLocale();
  const dark = useTheme((t) => t.dark);
  const colour = useTheme((t) => t.colour);
  const coarse = useSyncExternalStore(subscribeCoarse, () => coarseQuery.matches);
  const isStyled = useAwaited(loadAntdStylesheet());
  const theme = useMemo(
    () => ({ ...antdTheme({ dark, colour }, coarse), zeroRuntime: isStyled === true }),
    [dark, colour, coarse, isStyled],
  );
  if (isStyled === undefined) return null;
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
