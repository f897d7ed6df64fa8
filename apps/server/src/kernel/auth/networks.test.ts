import { expect, it } from "vitest";
import { isInNetworks, networksOf } from "./networks.ts";

it("reads lists of networks and addresses", () => {
  expect(networksOf("10.0.0.0/8, 2001:db8::/32;203.0.113.7\n::1")).toEqual([
    "10.0.0.0/8",
    "2001:db8::/32",
    "203.0.113.7",
    "::1",
  ]);
  expect(networksOf("")).toEqual([]);
  for (const wrong of [
    "10.0.0.0/33",
    "10.0.0/8",
    "::1/129",
    "1.2.3.4/",
    "1.2.3.4/8/8",
    "fe80::1%eth0",
    "host",
    "1.2.3.4/-1",
  ])
    expect([wrong, networksOf(wrong)]).toEqual([wrong, undefined]);
});

it.each([
  ["10.255.255.255", "10.0.0.0/8", true],
  ["11.0.0.0", "10.0.0.0/8", false],
  ["10.0.0.1", "10.0.0.1", true],
  ["10.0.0.2", "10.0.0.1", false],
  ["203.0.113.9", "0.0.0.0/0", true],
  ["::ffff:10.0.0.1", "10.0.0.0/8", true],
  ["::FFFF:11.0.0.1", "10.0.0.0/8", false],
  ["2001:db8:ffff::1", "2001:db8::/32", true],
  ["2001:db9::1", "2001:db8::/32", false],
  ["::1", "127.0.0.1", false],
  ["10.0.0.1", "::/0", false],
  ["", "0.0.0.0/0", false],
  ["nonsense", "0.0.0.0/0", false],
  ["10.0.0.1", "", false],
])("decides whether %s is in %s", (address, list, expected) => {
  expect(isInNetworks(address, list)).toBe(expected);
});
