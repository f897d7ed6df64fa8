import type { Page } from "@playwright/test";
import type { Locale, LocaleCode } from "@shotkeeper/locales";
import type { OperationJourney } from "./operation-journey.ts";
import type { OwnPlant } from "./own-plant.ts";
import type { Person } from "./person.ts";
import type { ListDescription } from "./screen-journey.ts";

/**
 * Data that the tests of all screens share: a plant that this test run has created, and users of the demo. A test of
 * one screen is called a walk.
 */
export interface World {
  readonly own: OwnPlant;
  readonly oem: Person;
  readonly maker: Person;
  readonly dev: Person;
}
export type Who = "plant" | "oem" | "maker" | "dev" | "admin";
export const personOf = (w: World, who: Who): Person =>
  who === "plant" || who === "admin" ? w.own[who] : w[who];

export interface Scene {
  readonly page: Page;
  readonly w: World;
  readonly l: Locale;
  /** Number of a mold that only this walk (test of one screen) uses. */
  readonly no: string;
  readonly j: OperationJourney;
  /** Expects that the API refuses a step with this message, for example because the step was already done. */
  readonly refused: (who: Who, type: string, input: object, message: string) => Promise<void>;
}

/** Walk: the test of one screen. One user works on the screen, and another user may only read it. */
export interface Walk {
  readonly menu: string;
  readonly path: string;
  readonly code: LocaleCode;
  readonly who: Who;
  /** Creates the data that the walk needs in addition to the mold `no`. */
  readonly before?: (w: World, no: string) => Promise<unknown>;
  readonly list?: (l: Locale, no: string) => Partial<ListDescription>;
  readonly play: (s: Scene) => Promise<void>;
  readonly reader: Who;
  /** Labels of the buttons that the user with read access must not see. */
  readonly none: (l: Locale) => readonly string[];
  /** Text that the user with read access searches for. Default: the number of the mold. */
  readonly seen?: (no: string) => string;
  /** Path of the screen on which the user with read access finds the row. Default: the walk's own screen (`path`). */
  readonly readerPath?: string | ((w: World, no: string) => Promise<string>);
  readonly after?: (w: World, no: string) => Promise<unknown>;
}

export const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

export const home = { coordinate: "121.5,29.9", percentage: 80, rssi: -80 };
const away = { coordinate: "113.2,23.1", percentage: 8, rssi: -118, Remove_Sign: 1 };
/**
 * Creates a counter that causes warnings: among other faults, it has made no shot for nine days. The walks of most
 * warning screens use this counter.
 */
export const troubled = (w: World, no: string) =>
  w.own.counter(
    no,
    no,
    12,
    [
      [17_000, { COUNT_TIMES: 100, ...home }],
      [13_000, { COUNT_TIMES: 900, ...home }],
      ...[250, 190, 130, 70, 5].map((ago) => [ago, { COUNT_TIMES: 900, ...away }] as const),
    ],
    { EX_DATE: inDays(5) },
  );
export const slow = (w: World, no: string) =>
  w.own.counter(no, no, 2, [
    [60, { COUNT_TIMES: 100, ...home }],
    [30, { COUNT_TIMES: 130, ...home, cycles: Array.from({ length: 30 }, () => 55) }],
    [3, { COUNT_TIMES: 160, ...home, cycles: Array.from({ length: 30 }, () => 55) }],
  ]);
/** Creates a counter that makes shots but is not bound to a mold. */
export const unbound = (w: World, no: string) =>
  w.own.counter(no, undefined, 0, [
    [60, { COUNT_TIMES: 100, ...home }],
    [3, { COUNT_TIMES: 160, ...home }],
  ]);
