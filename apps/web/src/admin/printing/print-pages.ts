import { type Driver, type Page, type PageState, type Push, UnsureFailure } from "@shotkeeper/label-print";

export type UnsureAnswer = "again" | "printed" | "stop";

/** Asks the user whether the pages `from` to `to` (counted from 1) of `total` pages are on paper. */
export type AskUnsure = (from: number, to: number, total: number) => Promise<UnsureAnswer>;

interface PageCounts {
  readonly printed: number;
  /** Number of pages for which it is unknown whether they are on paper. */
  readonly unsure: number;
}

/**
 * Prints pages, and asks the user about pages that may be on paper. Returns how many pages were printed. Rejects if a
 * page was not printed. The caller may then call again with the same key and `isAgain`: a driver that knows the key
 * prints only the pages that are not printed yet.
 */
export async function printPages(
  driver: Driver,
  pages: readonly Page[],
  push: Push & { readonly key: string },
  ask: AskUnsure,
): Promise<PageCounts> {
  const states: (PageState | undefined)[] = pages.map(() => undefined);
  const onState = (from: number, count: number, state: PageState) =>
    void states.fill(state, from, from + count);
  const count = (...wanted: PageState[]) => states.filter((s) => s && wanted.includes(s)).length;
  let { isAgain = false } = push;
  while (true) {
    try {
      await driver.print(pages, { ...push, isAgain, onState });
      // Counts a page as printed unless its last state is "sent". A driver need not report states, so a page without a
      // state counts as printed too.
      const unsure = count("sent");
      return { printed: pages.length - unsure, unsure };
    } catch (cause) {
      if (!(cause instanceof UnsureFailure)) throw cause;
      const { from, settle } = cause;
      onState(from, cause.count, "unsure");
      const answer = await ask(from + 1, from + cause.count, pages.length);
      if (answer === "printed" && !settle) onState(from, cause.count, "printed");
      if (answer === "stop" || (answer === "printed" && !settle))
        return { printed: count("printed"), unsure: count("sent", "unsure") };
      await settle?.(answer === "again");
      // `settle` tells the driver of the print service the user's answer. The next call of `print` then prints the
      // unsure pages again only if the answer is "again". A driver without `settle` does not know the answer, so the
      // next call must say that it is a repetition.
      isAgain = !settle;
    }
  }
}
