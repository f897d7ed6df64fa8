import { BlockList, isIPv4, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Returns whether a host name or address can be reached from this computer only. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (name === "localhost") return true;
  if (isIPv4(name)) return loopback.check(name, "ipv4");
  return isIPv6(name) && loopback.check(name, "ipv6");
}
