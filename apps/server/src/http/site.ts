import type { FastifyRequest } from "fastify";
import type { Config } from "../kernel/config.ts";
import { type Site, siteOf } from "../kernel/site.ts";

/**
 * Returns the site of a request: PUBLIC_URL or, if it is not set, the address that the request names. A caller may name
 * a wrong address, but this does no harm: browsers use a passkey only at the address for which it was made, and the
 * single sign-on requires PUBLIC_URL.
 */
export function siteOfRequest({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): Site {
  const named = `${request.protocol}://${request.host}`;
  return siteOf(publicUrl ?? (URL.canParse(named) ? named : "http://localhost"));
}
