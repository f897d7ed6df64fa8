import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * IPv4 addresses that are not public (IANA's list of special purposes). The server must not call such an address for a
 * tenant, to prevent server-side request forgery (SSRF).
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
 * Public IPv6 addresses. Some IPv6 addresses contain an IPv4 address, to which a router could translate them.
 * `isPrivate` refuses all of these: they lie outside of this block, lie in a block of `specialIpv6`, or match `isatap`.
 */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");
const specialIpv6 = new BlockList();
for (const [net, bits] of [
  // Block for protocols of the IETF, such as Teredo, whose addresses contain an IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  // Block of 6to4, whose addresses contain an IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  specialIpv6.addSubnet(net, bits, "ipv6");
/** Matches an ISATAP address, which ends with an IPv4 address. */
const isatap = /(::|:0:|:200:)5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/i;

/** Returns whether the server must not call an address: it is private, reserved, or contains another address. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return specialIpv4.check(address, "ipv4");
  const withoutZone = address.replace(/%.*$/, "");
  const url = `http://[${withoutZone}]`;
  if (!URL.canParse(url)) return true;
  // `new URL` writes the address in its shortest form, which the pattern `isatap` expects.
  const canonical = new URL(url).hostname.slice(1, -1);
  return (
    !publicIpv6.check(canonical, "ipv6") || specialIpv6.check(canonical, "ipv6") || isatap.test(canonical)
  );
}

/**
 * Returns a DNS lookup that refuses private addresses. The connection goes to exactly the address that was checked.
 * With a separate lookup before the connection, an attacker could change the address in between (DNS rebinding).
 *
 * @param refused makes the error for a private address
 */
export const lookupOf =
  (refused: () => Error): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "");
      const first = addresses[0];
      if (!first || addresses.some((a) => isPrivate(a.address))) return done(refused(), "");
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
