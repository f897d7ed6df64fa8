import { isIP } from "node:net";

const isAddress = (text: string): boolean => {
  const [, address = "", , bits] = /^([^/]+)(\/(\d{1,3}))?$/.exec(text) ?? [];
  const kind = isIP(address);
  return kind !== 0 && (bits === undefined || Number(bits) <= (kind === 4 ? 32 : 128));
};

/**
 * Parses TRUSTED_PROXIES: addresses and networks, separated by commas, whose forwarding headers are trusted. The list
 * always includes the server's own computer.
 */
export function readTrustedProxies(text: string | undefined): readonly string[] {
  const given = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "loopback");
  const wrong = given.find((part) => !isAddress(part));
  if (wrong !== undefined)
    throw new Error(
      `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.5 or 10.0.0.0/24, not "${wrong}"`,
    );
  return ["loopback", ...given];
}
