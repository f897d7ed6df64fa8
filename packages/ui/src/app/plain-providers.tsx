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
        // A refusal stays a refusal; only a lost connection is worth another try.
        retry: (count, error) => error instanceof ClientError && error.local === "network" && count < 2,
        staleTime: 10_000,
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** Client, queries and language: what a first page needs that must be there at once. */
export function PlainProviders({
  client,
  early,
  children,
}: {
  readonly client: Client;
  /** Shows nothing, and asks for what the page will want while its words are on their way. */
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
