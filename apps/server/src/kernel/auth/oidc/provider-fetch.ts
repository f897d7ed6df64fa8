import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { CustomFetch } from "openid-client";
import { isLoopback } from "../../loopback.ts";
import { isPrivate, lookupOf } from "../../private-address.ts";

const timeoutMs = 10_000;
/** Largest answer of a provider, bytes. Metadata, keys and tokens have a few thousand. */
const most = 1024 * 1024;

const refused = () => new Error("private address, SSO_ALLOW_PRIVATE is off");

/** Returns the reason why the server must not call an address. Returns undefined if the call is allowed. */
export function refuseAddress(url: URL, allowPrivate: boolean): Error | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:" && isLoopback(host)))
    return new Error("https is required");
  return !allowPrivate && isIP(host) && isPrivate(host) ? refused() : undefined;
}

/**
 * Returns the fetch function for calls to a provider. A tenant enters the provider's address, so private addresses are
 * refused unless the operator allows them. Redirects are not followed, because their targets were not checked.
 */
export function providerFetch(allowPrivate: boolean): CustomFetch {
  return (address, { method, headers, body }) =>
    new Promise<Response>((done, failed) => {
      const url = new URL(address);
      const wrong = refuseAddress(url, allowPrivate);
      if (wrong) return failed(wrong);
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const text = body === undefined || body === null ? undefined : String(body);
      const req = send(
        url,
        {
          method,
          headers: {
            ...headers,
            ...(text === undefined ? {} : { "content-length": Buffer.byteLength(text) }),
          },
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          ...(allowPrivate ? {} : { lookup: lookupOf(refused) }),
        },
        (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          answer.on("data", (part: Buffer) => {
            size += part.length;
            if (size > most) answer.destroy(new Error("the answer is too long"));
            else parts.push(part);
          });
          answer.on("error", failed);
          answer.on("end", () => {
            const names = Object.entries(answer.headers).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, String(value)] as [string, string]],
            );
            const status = answer.statusCode ?? 502;
            // Refuses a status below 200 or above 599 here, because `Response` would throw an error that nobody
            // catches.
            if (!/^[2-5]\d\d$/.test(String(status)))
              return failed(new Error(`the provider answered ${status}`));
            const isEmpty = [204, 205, 304].includes(status);
            done(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: names }));
          });
        },
      );
      req.on("error", failed);
      req.end(text);
    });
}
