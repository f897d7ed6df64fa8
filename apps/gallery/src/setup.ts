import {
  defaultTheme,
  startLocale,
  startTheme,
  useLocaleCode,
  useSessionState,
  useTabs,
  useTheme,
} from "@shotkeeper/ui/app";
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";
import { cleanup } from "vitest-browser-react";

startTheme();
startLocale();

const problems: string[] = [];
for (const level of ["error", "warn"] as const)
  console[level] = (...args: unknown[]) => void problems.push(args.map(String).join(" ").slice(0, 600));
window.addEventListener("unhandledrejection", (e) => problems.push(String(e.reason)));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useLocaleCode.setState({ code: "en" });
  useTheme.setState(defaultTheme);
  useTabs.setState({ tabs: [] });
  useSessionState.setState({ expired: false });
});

declare module "vitest" {
  interface ProvidedContext {
    /** Stylesheet with antd's styles (packages/ui/build/antd-styles.mjs). */
    readonly antdStyles: string;
  }
}

/**
 * Fails if antd has generated styles in the browser that the stylesheet of the build lacks. The built application would
 * show these components without styles.
 */
afterAll(() => {
  const generated = [...document.querySelectorAll<HTMLElement>("style[data-css-hash]")];
  const missing = generated
    .map((style) => style.textContent ?? "")
    // Leaves out styles that the built stylesheet need not contain: values of CSS variables, which antd also sets in
    // the built application, and styles of antd's default theme, which only some tests use.
    .filter((css) => !css.includes("{--ant-") && !css.includes("css-dev-only"))
    .filter((css) => !inject("antdStyles").includes(css));
  expect(
    missing.map((css) => css.slice(0, 200)),
    "add these components to packages/ui/build/antd-styles.mjs",
  ).toEqual([]);
});

/** Tells whether a story threw the error on purpose. React reports such an error on the console too. */
const isExpected = (problem: string): boolean => problem.includes("on purpose");

/** Fails a test that caused a console error or warning, because React and antd report misuse on the console. */
afterEach(async () => {
  // Removes the rendered components. Several test files share one page, and the testing library's own clean-up hook
  // runs for the first file only.
  await cleanup();
  expect(problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]);
});
