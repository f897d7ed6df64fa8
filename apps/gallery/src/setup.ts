import {
  defaultTheme,
  startLocale,
  startTheme,
  useLocaleCode,
  useSessionState,
  useTabs,
  useTheme,
} from "@shotkeeper/ui/app";
import { afterEach, beforeEach, expect } from "vitest";
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

/** Tells whether a story threw the error on purpose. React reports such an error on the console too. */
const isExpected = (problem: string): boolean => problem.includes("on purpose");

/** Fails a test that caused a console error or warning, because React and antd report misuse on the console. */
afterEach(async () => {
  // Removes the rendered components. Several test files share one page, and the testing library's own clean-up hook
  // runs for the first file only.
  await cleanup();
  expect(problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]);
});
