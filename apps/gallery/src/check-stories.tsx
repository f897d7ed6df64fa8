import { useLocaleCode, useTheme } from "@shotkeeper/ui/app";
import axe, { type RunOptions } from "axe-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { render } from "vitest-browser-react";
import { groups, type Story, type StoryGroup } from "./stories.ts";
import { StoryView } from "./story-view.tsx";

/** Matches texts that no user should see: message codes, and JavaScript values such as undefined in a sentence. */
const raw = /\bS\d{4}\b|\bundefined\b|\bNaN\b|\[object Object\]/;

const fast: RunOptions = { resultTypes: ["violations"], preload: false, selectors: false };
const allRules: RunOptions = { ...fast, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] };
/**
 * Options of axe, the accessibility checker, for the dark mode. Only the contrast rule depends on the colours, so the
 * other rules are not run again.
 */
const contrast: RunOptions = { ...fast, runOnly: { type: "rule", values: ["color-contrast"] } };

/** Returns the serious and critical accessibility violations that axe finds on the page, one line each. */
async function violations(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document.body, options);
  return violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 160)} (${n.any[0]?.message ?? ""})`));
}

const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Infinity;

/** Waits until the page has not changed for 10 ms (at most 1 s), and until all transitions have ended. */
async function settled(): Promise<void> {
  const end = performance.now() + 1000;
  let last = performance.now();
  const observer = new MutationObserver(() => {
    last = performance.now();
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  while (performance.now() < Math.min(end, last + 10)) await new Promise((resolve) => setTimeout(resolve, 4));
  observer.disconnect();
  // Waits until transitions have ended. During a transition, a colour may have a lower contrast than at the end, and
  // axe would report this contrast.
  const running = document.getAnimations().filter((animation) => !isEndless(animation));
  await Promise.allSettled(running.map((animation) => animation.finished));
}

declare module "vitest" {
  interface ProvidedContext {
    /**
     * "all": this run renders each story in all variants (language and colour mode). "0", "1" or "2": short run, which
     * renders each story only in some of them (`variantsOf`).
     */
    readonly testTurn: string;
  }
}

/**
 * Variants (language and colour mode) in which a full run renders every story. The accessibility checker axe runs once
 * in light and once in dark mode.
 */
const variants = [
  { locale: "en", dark: false, rules: allRules },
  { locale: "zh_CN", dark: true, rules: contrast },
  { locale: "zh_TW", dark: false, rules: undefined },
] as const;
type Variant = (typeof variants)[number];

/**
 * Returns the variants (language and colour mode) in which this run renders the story at `index`: in a full run all
 * three. To save time, a short run renders every third story in the second and third variant, and all other stories in
 * the first variant. Short runs on three successive days choose other stories, so together they cover everything.
 */
function variantsOf(index: number): readonly Variant[] {
  const turn = inject("testTurn");
  if (turn === "all") return variants;
  return variants.filter((_, i) => (i === 0) !== (index % 3 === Number(turn)));
}

async function check(story: Story, { locale, dark, rules }: Variant): Promise<void> {
  useLocaleCode.setState({ code: locale });
  useTheme.setState({ dark });
  const screen = await render(<StoryView story={story} locale={locale} />);
  await settled();
  expect(document.body.innerText).not.toMatch(raw);
  // Repeats the check for up to 3 s until no violation is left. While a dialog fades in, its colours have too low a
  // contrast for some frames; a real violation stays.
  if (rules) await expect.poll(() => violations(rules), { timeout: 3000, interval: 200 }).toEqual([]);
  await screen.unmount();
}

/**
 * Declares the tests of the stories in the chosen groups (gallery files). Several test files call this function, each
 * for other groups, so that two browser pages can test them at the same time.
 */
export function checkStories(isChosen: (group: StoryGroup) => boolean): void {
  // Disables the pointer on the page. The pointer may rest where an earlier test clicked, and a button under the
  // pointer would be measured in its hover colour.
  const { style } = document.documentElement;
  beforeAll(() => {
    style.pointerEvents = "none";
  });
  // Enables the pointer again, because other test files on the same page click.
  afterAll(() => {
    style.pointerEvents = "";
  });
  for (const group of groups.filter(isChosen))
    describe(group.name, () => {
      for (const [index, story] of group.stories.entries())
        it(story.id, async () => {
          for (const variant of variantsOf(index)) await check(story, variant);
        });
    });
}
