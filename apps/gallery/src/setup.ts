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

/** React reports an error that a story throws on purpose, too. */
const isExpected = (problem: string): boolean => problem.includes("on purpose");

/** React and antd report mistakes on the console: no test may cause one. */
afterEach(async () => {
  // The library's own cleanup hook only reaches the first file of a page that serves several.
  await cleanup();
  expect(problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]);
});
