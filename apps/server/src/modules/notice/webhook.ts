import { createHmac } from "node:crypto";
import { lookup as resolve } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { refusals } from "@shotkeeper/contract/kernel";
import { SendFailure } from "./send-failure.ts";
import { readNoticeSettings } from "./settings.ts";

interface Post {
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  /** Message id. Every attempt to send the message uses the same id, so that the receiver can detect duplicates. */
  readonly id: string;
  readonly now: number;
}

const timeoutMs = 10_000;

/**
 * IPv4 addresses that are not public (IANA's list of special purposes). A webhook must not call them, to prevent
 * server-side request forgery (SSRF).
 */
const specialIpv4 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  specialIpv4.addSubnet(net, bits, "ipv4");

/**
 * Public IPv6 addresses. All forms that contain an IPv4 address and a router could translate lie outside of this block,
 * or in a block of `specialIpv6`.
 */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");
const specialIpv6 = new BlockList();
for (const [net, bits] of [
  // Protocols of the IETF, such as Teredo, which contains an IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4, which contains an IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  specialIpv6.addSubnet(net, bits, "ipv6");
/** ISATAP: the end is an IPv4 address. */
const isatap = /(::|:0:|:200:)5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/i;

/** Returns whether a webhook must not call an address: it is private, reserved, or contains another address. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return specialIpv4.check(address, "ipv4");
  const withoutZone = address.replace(/%.*$/, "");
  const url = `http://[${withoutZone}]`;
  if (!URL.canParse(url)) return true;
  // The URL has the shortest form, so that the pattern sees it.
  const canonical = new URL(url).hostname.slice(1, -1);
  return (
    !publicIpv6.check(canonical, "ipv6") || specialIpv6.check(canonical, "ipv6") || isatap.test(canonical)
  );
}

const refusedAddress = () =>
  new SendFailure(refusals.webhookRefused("private address, WEBHOOK_ALLOW_PRIVATE is off"), true);

/**
 * DNS lookup that refuses private addresses. The connection goes to exactly the address that was checked. With a
 * separate lookup before the connection, an attacker could change the address in between (DNS rebinding).
 */
const checkedLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "");
    const first = addresses[0];
    if (!first || addresses.some((a) => isPrivate(a.address))) return done(refusedAddress(), "");
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });

/** Returns the value of the signature header: "sha256=" and the HMAC of "<timestamp>.<body>" in hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

/**
 * Posts a message once. Throws a SendFailure unless the receiver answers with a status 2xx. Redirects are not followed,
 * because their target's address was not checked.
 */
export async function postWebhook(p: Post): Promise<void> {
  const { allowPrivate } = readNoticeSettings();
  if (!URL.canParse(p.url)) throw new SendFailure(refusals.webhookRefused("not an address"), true);
  const url = new URL(p.url);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) && isPrivate(host)) throw refusedAddress();
  const timestamp = String(Math.floor(p.now / 1000));
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  await new Promise<void>((done, failed) => {
    const fail = (reason: string, isFinal: boolean) =>
      failed(new SendFailure(refusals.webhookRefused(reason), isFinal));
    const req = send(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(p.body),
          "user-agent": "Shotkeeper",
          "x-shotkeeper-id": p.id,
          "x-shotkeeper-timestamp": timestamp,
          "x-shotkeeper-signature": signatureOf(p.secret, timestamp, p.body),
        },
        // Each post opens a new connection. A pooled connection could have been opened under other settings of
        // `allowPrivate`.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup: checkedLookup }),
      },
      (answer) => {
        // Only the status of the response tells whether the post succeeded, so the body is not read.
        answer.destroy();
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) return done();
        const isTemporary = status === 408 || status === 425 || status === 429 || status >= 500;
        return fail(
          status >= 300 && status < 400 ? `HTTP ${status}, redirects are not followed` : `HTTP ${status}`,
          !isTemporary,
        );
      },
    );
    req.on("error", (cause) => {
      if (cause instanceof SendFailure) failed(cause);
      else if (cause.name === "TimeoutError" || cause.name === "AbortError")
        fail(`no answer within ${timeoutMs / 1000} s`, false);
      else fail((cause as NodeJS.ErrnoException).code ?? cause.message, false);
    });
    req.end(p.body);
  });
}
