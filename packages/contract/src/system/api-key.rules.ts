import { menus } from "../menus.ts";
import { everyRight } from "./rights.rules.ts";

/** Lifetime of an API key, days: the usual one, and the longest. */
export const keyDays = { usual: 365, max: 730 } as const;

/** Longest time that the old secret of a rotated key stays valid, hours. */
export const maxOverlapHours = 30 * 24;

/** Rights on users, roles and keys. Every operation that needs one of them is for people only. */
const peopleRights: ReadonlySet<string> = new Set([
  ...[menus.user, menus.role, menus.gateway, menus.connector, menus.dataOut].flatMap((menu) => [
    `${menu}:A`,
    `${menu}:M`,
    `${menu}:D`,
  ]),
  ...["Q", "A", "M", "D"].map((action) => `${menus.apiKey}:${action}`),
]);

/** Returns all rights that can be a scope of an API key. */
export const keyScopes = (): string[] => everyRight().filter((r) => !peopleRights.has(r));
