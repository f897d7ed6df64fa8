import type { Client } from "@shotkeeper/client";
import { createContext, useContext } from "react";

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

/** Returns the API client, which sends requests to the server. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error("useClient outside of ClientProvider");
  return client;
}
