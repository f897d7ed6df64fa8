import { menus } from "../menus.ts";
import { everyRight } from "./rights.rules.ts";

/** Lifetime of an API key, days: `usual` is the default, `max` the longest. */
export const keyDays = { usual: 365, max: 730 } as const;

/** Longest time that the old secret of a rotated key stays valid, hours. */
export const maxOverlapHours = 30 * 24;

/** Rights that no API key can have. Every operation that needs one of these rights is for people only. */
const peopleRights: ReadonlySet<string> = new Set([
  ...[menus.user, menus.role, menus.gateway, menus.connector, menus.dataOut].flatMap((menu) => [
    `${menu}:A`,
    `${menu}:M`,
    `${menu}:D`,
  ]),
  ...["Q", "A", "M", "D"].map((action) => `${menus.apiKey}:${action}`),
]);

/** Returns all rights that an API key can have. */
export const keyScopes = (): string[] => everyRight().filter((r) => !peopleRights.has(r));
