/**
 * Patterns that recognise browsers in the header User-Agent, the most specific first. The order matters, because most
 * browsers also name Chrome and Safari.
 */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger/, "WeChat"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/QQBrowser/, "QQ Browser"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
];
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/HarmonyOS/, "HarmonyOS"],
  [/Android/, "Android"],
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const nameIn = (list: typeof browsers, agent: string) => list.find(([mark]) => mark.test(agent))?.[1];

/**
 * Returns the names of browser and operating system from a header User-Agent. Returns undefined for unknown programs.
 */
export function agentWords(agent: string | null): { browser: string; system: string } | undefined {
  if (agent === null) return undefined;
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  return browser && system ? { browser, system } : undefined;
}
