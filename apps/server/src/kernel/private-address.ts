import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Private, local and reserved addresses. Addresses that tenants enter must not lead to them, to prevent
 * server-side request forgery (SSRF).
 */
const privateAddresses = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  privateAddresses.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  privateAddresses.addSubnet(net, bits, "ipv6");

/** Returns whether an IP address is private, local or reserved. */
export function isPrivate(address: string): boolean {
  // An IPv4-mapped IPv6 address is checked as an IPv4 address.
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return privateAddresses.check(mapped, "ipv4");
  if (/^::ffff:/i.test(address)) return true;
  return privateAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/**
 * Returns a DNS lookup that refuses private addresses. The connection goes to exactly the address that was checked. With
 * a separate lookup before the connection, an attacker could change the address in between (DNS rebinding).
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
