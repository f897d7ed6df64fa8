import { BlockList, isIP } from "node:net";

/** Returns the networks of a list such as "10.0.0.0/8, 2001:db8::1". Returns undefined if an entry is malformed. */
export function networksOf(list: string): readonly string[] | undefined {
  const entries = list.split(/[\s,;]+/).filter((entry) => entry !== "");
  return entries.every(isNetwork) ? entries : undefined;
}

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  // Refuses an address with a zone such as "fe80::1%eth0", because a zone has a meaning on one computer only.
  if (version === 0 || rest.length > 0 || address.includes("%")) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Returns whether an IP address belongs to one of the networks. A malformed address or list belongs to none. */
export function isInNetworks(address: string, list: string): boolean {
  // Removes the prefix with which a dual-stack socket gives IPv4 addresses: "::ffff:192.0.2.1".
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  if (version === 0) return false;
  const [family, whole] = version === 4 ? (["ipv4", 32] as const) : (["ipv6", 128] as const);
  const allowed = new BlockList();
  for (const entry of networksOf(list) ?? []) {
    const [net = "", bits] = entry.split("/");
    if (isIP(net) === version) allowed.addSubnet(net, bits === undefined ? whole : Number(bits), family);
  }
  return allowed.check(plain, family);
}
