/** Browsers by a mark in their name, the most specific first: most of them also name Chrome and Safari. */
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
 * Returns browser and system from the name that a browser states (User-Agent). Returns undefined for programs that are
 * not known.
 */
export function agentWords(agent: string | null): { browser: string; system: string } | undefined {
  if (agent === null) return undefined;
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  return browser && system ? { browser, system } : undefined;
}
