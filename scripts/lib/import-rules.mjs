// Import rules that the linter cannot express. docs/architecture.md says why they are.

const inServer = "apps/server/src/";

/** The layers of the server, and which others each may not import. */
const forbidden = [
  { from: /^modules\//, to: /^http\//, why: "modules know no doors" },
  { from: /^telemetry\//, to: /^http\//, why: "telemetry knows no doors" },
  { from: /^http\//, to: /^modules\//, why: "doors reach modules through kernel/dispatch" },
  {
    from: /^kernel\//,
    to: /^(modules|http|telemetry|tenants|jobs)\//,
    why: "the kernel stands below everything",
  },
  { from: /^telemetry\/ledger\//, to: /^telemetry\/(doors|mqtt)\//, why: "the ledger knows no doors" },
  { from: /^telemetry\/core\//, to: /^(?!telemetry\/core\/)/, why: "the ledger's core is pure" },
];

function serverRules(file, i) {
  if (!file.startsWith(inServer) || !i.target?.startsWith(inServer)) return [];
  // Tests and their fixtures put together what the product keeps apart.
  if (/\.test\.ts$|\/testing\//.test(file)) return [];
  const from = file.slice(inServer.length);
  const to = i.target.slice(inServer.length);
  const found = forbidden
    .filter((r) => r.from.test(from) && r.to.test(to))
    .map((r) => `${file} imports ${to}: ${r.why}`);
  const [, area] = /^modules\/([^/]+)\//.exec(from) ?? [];
  const [, other, rest] = /^modules\/([^/]+)\/(.+)$/.exec(to) ?? [];
  if (area && other && area !== other && rest !== "index.ts")
    found.push(`${file} imports ${to}: modules meet only through each other's index.ts`);
  return found;
}

/** The ui package knows no area of the contract but the frame's own; enumerations it may know anywhere. */
const entityArea = /^packages\/contract\/src\/(?!kernel\/|system\/)[^/]+\//;

function enumerations(modules) {
  const names = new Set();
  for (const [file, m] of modules)
    if (file.startsWith("packages/contract/"))
      for (const [, name] of m.text.matchAll(/export const (\w+) = defineEnum\(/g)) names.add(name);
  return names;
}

/** Where the application begins: the shop, which has a frame of its own, is opened and drawn before any screen. */
const webRoots = ["apps/web/src/start.ts", "apps/web/src/main.tsx", "apps/web/src/shop/front/pages.tsx"];

export function importRules({ modules }) {
  const errors = [];
  const enums = enumerations(modules);
  const namesEntity = (i) => entityArea.test(i.target ?? "") && [...i.names].some((n) => !enums.has(n));
  const screenMaps = [...modules.keys()].filter((f) => /^apps\/web\/src\/(.*\/)?screens\.ts$/.test(f));
  const screens = new Set(
    screenMaps.flatMap((f) =>
      modules
        .get(f)
        .imports.filter((i) => i.dynamic && i.target)
        .map((i) => i.target),
    ),
  );
  for (const [file, m] of modules) {
    for (const i of m.imports) {
      // The benchmarks time the server's own parts.
      if (i.leaves && !(file.startsWith("bench/") && i.target?.startsWith(inServer)))
        errors.push(`${file} imports ${i.specifier}: a relative path never leaves its package`);
      if (
        screens.has(i.target) &&
        !screenMaps.includes(file) &&
        !webRoots.includes(file) &&
        !/\.test\.tsx?$/.test(file)
      )
        errors.push(`${file} imports the screen ${i.target}: a screen never imports a screen`);
      if (file.startsWith("packages/ui/") && !/\.test\.tsx?$/.test(file) && namesEntity(i))
        errors.push(`${file} imports ${i.specifier}: no entity's name in ui`);
      errors.push(...serverRules(file, i));
    }
    if (
      /^(packages\/ui|apps\/web)\/src\//.test(file) &&
      /(?<![\w.])fetch\(|new (XMLHttpRequest|EventSource)\b/.test(m.text)
    )
      errors.push(`${file} talks to the server by itself: use @shotkeeper/client`);
  }
  return errors;
}

/** An export that nobody imports is dead, or not meant to be exported. */
export function unusedExports({ modules, entries }) {
  const used = new Set();
  const open = [];
  const use = (file, name) => {
    const key = `${file} ${name}`;
    if (!used.has(key)) {
      used.add(key);
      open.push([file, name]);
    }
  };
  // What a package offers in the files its package.json names is for others to use or not.
  for (const { dir, files } of entries)
    for (const pattern of files) {
      const test = new RegExp(`^${pattern.replace(/[.]/g, "\\.").replace("*", "[^/]+")}$`);
      for (const file of modules.keys()) if (file.startsWith(dir) && test.test(file)) use(file, "*");
    }
  for (const [, m] of modules)
    for (const i of m.imports) {
      if (!i.target) continue;
      for (const name of i.names === "*" ? ["*"] : i.names) use(i.target, name);
    }
  // Through re-exports to where the name is made.
  for (let next = open.pop(); next; next = open.pop()) {
    const [file, name] = next;
    for (const i of modules.get(file)?.imports ?? []) {
      if (!i.target) continue;
      if (i.all) use(i.target, name);
      for (const p of i.pairs ?? []) if (name === "*" || p.as === name) use(i.target, p.from);
    }
  }
  // Files that a tool opens by their name.
  const isStart = (f) =>
    /\.config\.ts$/.test(f) ||
    [...webRoots, "e2e/src/global-setup.ts", "apps/server/src/testing/databases.ts"].includes(f);
  return [...modules].flatMap(([file, m]) =>
    isStart(file) || used.has(`${file} *`)
      ? []
      : m.exports.filter((n) => !used.has(`${file} ${n}`)).map((n) => `${file}: nobody imports ${n}`),
  );
}
