import { describe, expect, it } from "vitest";
import { isPrivate } from "./private-address.ts";

describe("a webhook must not call", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    // IPv4-compatible, IPv4-mapped and IPv4-translated.
    "::127.0.0.1",
    "::7f00:1",
    "::10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:a00:1",
    "::ffff:0:127.0.0.1",
    "::ffff:0:7f00:1",
    // NAT64, its local prefix, 6to4, Teredo, ISATAP.
    "64:ff9b::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1:ffff::a00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::0:5efe:a00:1",
    "2606:4700:0:0:200:5efe:7f00:1",
    // Discard, documentation, SRv6, unique local, link-local, former site-local, multicast.
    "100::1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not an address",
  ])("%s", (address) => expect(isPrivate(address)).toBe(true));

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:829::200e",
  ])("and may call %s", (address) => expect(isPrivate(address)).toBe(false));
});
