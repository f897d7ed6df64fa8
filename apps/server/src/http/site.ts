import type { FastifyRequest } from "fastify";
import type { Config } from "../kernel/config.ts";
import { type Site, siteOf } from "../kernel/site.ts";

/**
 * Returns the site of a request: PUBLIC_URL, or else the address that the request names. A wrong address gains a caller
 * nothing at a passkey, because browsers bind it to the real one. The single sign-on demands PUBLIC_URL.
 */
export function siteOfRequest({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): Site {
  const named = `${request.protocol}://${request.host}`;
  return siteOf(publicUrl ?? (URL.canParse(named) ? named : "http://localhost"));
}
