import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  allowInsecureRequests,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  None,
} from "openid-client";
import { DbError } from "../../db/db.ts";
import { providerFetch, refuseAddress } from "./provider-fetch.ts";

/**
 * A provider (`issuer`), and the credentials with which this installation is its client. A client with an empty secret
 * is public: only PKCE protects it.
 */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowPrivate: boolean;
}

/** Cache time of the metadata and keys of a provider, ms. */
const cacheMs = 10 * 60_000;
const most = 200;

/** Returns a short reason of a failed call, without secrets. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  const inner = cause.cause instanceof Error ? cause.cause : undefined;
  const oauth = "error" in cause && typeof cause.error === "string" ? cause.error : undefined;
  return (oauth ?? inner?.message ?? cause.message).slice(0, 120);
}

/** Reads the metadata of providers and caches them. */
export class Providers {
  private readonly known = new Map<string, { readonly at: number; readonly config: Configuration }>();

  /**
   * Returns the configuration for calls to the provider: its metadata and the credentials of `client`. Throws ssoFailed
   * (S0427) if the metadata cannot be read.
   */
  async find(client: Client, now: number): Promise<Configuration> {
    const { issuer, clientId, clientSecret, allowPrivate } = client;
    const key = JSON.stringify([issuer, clientId, clientSecret, allowPrivate]);
    const cached = this.known.get(key);
    if (cached && now - cached.at < cacheMs) return cached.config;
    if (!URL.canParse(issuer)) throw errors.ssoFailed("not an address");
    const server = new URL(issuer);
    const wrong = refuseAddress(server, allowPrivate);
    if (wrong) throw errors.ssoFailed(wrong.message);
    // Refuses the address of the metadata document in place of the issuer. With such an address, the library does not
    // check that the metadata name this issuer.
    if (server.pathname.includes("/.well-known/")) throw errors.ssoFailed("not an issuer");
    try {
      const config = await discovery(
        server,
        clientId,
        undefined,
        clientSecret === "" ? None() : ClientSecretPost(clientSecret),
        {
          [customFetch]: providerFetch(allowPrivate),
          // Allows HTTP without TLS for a loopback address. `refuseAddress` above has refused HTTP for all other
          // addresses.
          execute: server.protocol === "http:" ? [allowInsecureRequests] : [],
        },
      );
      // Refuses an endpoint for many organizations. Its issuer contains a placeholder such as {tenant}, so the issuer
      // does not identify one organization.
      if (config.serverMetadata().issuer.includes("{"))
        throw errors.ssoFailed("issuer of many organizations");
      if (this.known.size >= most) this.known.clear();
      this.known.set(key, { at: now, config });
      return config;
    } catch (cause) {
      if (cause instanceof DbError || cause instanceof AppError) throw cause;
      throw errors.ssoFailed(reasonOf(cause));
    }
  }
}
