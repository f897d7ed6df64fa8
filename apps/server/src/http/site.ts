import type { FastifyRequest } from "fastify";
import type { Config } from "../kernel/config.ts";
import { type Site, siteOf } from "../kernel/site.ts";

/**
 * Returns the site of a request: PUBLIC_URL, or else the address that the request names. A caller cannot misuse a wrong
 * address: browsers use a passkey only at the address for which it was made, and the single sign-on requires
 * PUBLIC_URL.
 */
export function siteOfRequest({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): Site {
  const named = `${request.protocol}://${request.host}`;
  return siteOf(publicUrl ?? (URL.canParse(named) ? named : "http://localhost"));
}
