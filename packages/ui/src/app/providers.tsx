import type { Client } from "@shotkeeper/client";
import { ClientError } from "@shotkeeper/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { BusyOverlay } from "./action.tsx";
import { antdTheme } from "./antd-theme.ts";
import { ClientProvider } from "./client-context.tsx";
import { LocaleProvider, useAntdLocale } from "./locale-context.tsx";
import { useTheme } from "./theme-store.ts";
import "antd/dist/reset.css";

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays a refusal; only a lost connection is worth another try.
        retry: (count, error) => error instanceof ClientError && error.local === "network" && count < 2,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
      },
    },
  });
}

const coarseQuery = matchMedia("(pointer: coarse)");
function subscribeCoarse(listener: () => void): () => void {
  coarseQuery.addEventListener("change", listener);
  return () => coarseQuery.removeEventListener("change", listener);
}

function Themed({ children }: { readonly children: ReactNode }) {
  const antdLocale = useAntdLocale();
  const dark = useTheme((t) => t.dark);
  const colour = useTheme((t) => t.colour);
  const coarse = useSyncExternalStore(subscribeCoarse, () => coarseQuery.matches);
  const theme = useMemo(() => antdTheme({ dark, colour }, coarse), [dark, colour, coarse]);
  return (
    <ConfigProvider locale={antdLocale} theme={theme} button={{ autoInsertSpace: false }}>
      <App component={false}>
        {children}
        <BusyOverlay />
      </App>
    </ConfigProvider>
  );
}

/** Everything a screen may count on: client, queries, language, theme, messages. */
export function AppProviders({
  client,
  children,
}: {
  readonly client: Client;
  readonly children: ReactNode;
}) {
  const [queries] = useState(makeQueryClient);
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        <LocaleProvider>
          <Themed>{children}</Themed>
        </LocaleProvider>
      </QueryClientProvider>
    </ClientProvider>
  );
}
