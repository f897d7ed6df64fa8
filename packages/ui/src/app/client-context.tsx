import type { Client } from "@shotkeeper/client";
import { createContext, useContext } from "react";

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

/** Returns the client of the server's APIs. All requests of the user interface use it. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error("useClient outside of ClientProvider");
  return client;
}
