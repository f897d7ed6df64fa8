import type { Client } from "@shotkeeper/client";
import { ClientError } from "@shotkeeper/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ClientProvider } from "./client-context.tsx";
import { LocaleProvider } from "./locale-context.tsx";
import "antd/dist/reset.css";

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Retries only after a lost connection. A refused call would be refused again.
        retry: (count, error) => error instanceof ClientError && error.local === "network" && count < 2,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** Provides API client, query cache and language, but not antd. Pages without antd appear faster. */
export function PlainProviders({
  client,
  early,
  children,
}: {
  readonly client: Client;
  /** Component that renders nothing, but starts the page's requests while the texts are still loading. */
  readonly early?: ReactNode;
  readonly children: ReactNode;
}) {
  const [queries] = useState(makeQueryClient);
  return (
    <ClientProvider value={client}>
      <QueryClientProvider client={queries}>
        {early}
        <LocaleProvider>{children}</LocaleProvider>
      </QueryClientProvider>
    </ClientProvider>
  );
}
