// Text rules for source files. Each message says what to write instead.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const isSource = (f) => /^(apps|packages|e2e|bench|tools)\/.*\.tsx?$/.test(f);
const isStyle = (f) => /^(apps|packages)\/.*\.css$/.test(f);
const isTest = (f) => /\.(test|spec)\.tsx?$|\/testing\/|^e2e\//.test(f);
const isProduct = (f) => isSource(f) && !isTest(f);
const inServer = (f) => isProduct(f) && f.startsWith("apps/server/src/");
const inPages = (f) => isProduct(f) && /^(apps\/web|packages\/ui)\/src\//.test(f);
const isText = (f) => f.startsWith("packages/locales/src/");

/**
 * Returns whether a file may use wire names: only the packages contract and client may, because they define the
 * protocol.
 */
const atTheEdge = (f) => /^packages\/(contract|client)\//.test(f);

/**
 * Returns whether the rule about times applies to a file. Pages must show times in the tenant's zone, by the server's
 * clock.
 */
const showsTimes = (f) =>
  (inPages(f) || (isProduct(f) && f.startsWith("packages/datagrid/src/"))) && !/gallery/.test(f);
const clockFiles = [
  "packages/datagrid/src/core/zone.ts",
  "packages/ui/src/time/clock.ts",
  "packages/ui/src/time/zone.ts",
  "packages/ui/src/app/date-picker.ts",
];

/**
 * House rules: patterns that must not occur in a line of certain files. A rule with `code: true` ignores comments and
 * string literals.
 */
const rules = [
  {
    name: "message codes",
    applies: (f) => isProduct(f) && f !== "packages/contract/src/kernel/messages.ts",
    // Exempts S0000, which is the success code of the carrier's API.
    pattern: /["'`]S0(?!000)\d{3}\b/,
    advice: "use errors.…, refusals.… or codes.… from contract/kernel",
  },
  {
    name: "menu ids",
    applies: (f) => isProduct(f) && f !== "packages/contract/src/menus.ts" && !f.startsWith("bench/"),
    pattern: /["'](DB|BS|PO|MT|IN|WA|IV|TR|NM|OR|KP|KB|SYS)\d{3}["']|["']CT10\d["']/,
    advice: "use menus.… from contract/menus",
  },
  {
    name: "wire names in pages",
    applies: inPages,
    // Does not match constants of a library, such as BarcodeFormat.QR_CODE. They look like wire names, but follow a
    // capitalised name and a dot.
    pattern: /(?<![\w"'`/]|\b[A-Z]\w*\.)\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b(?=\??:|\]|\.|,|\)|;| )/,
    advice: "declare the command's output as fields and use the field's name",
  },
  {
    name: "state numbers in SQL",
    applies: inServer,
    pattern: /\b(\w*state|\w*stat|kind|status)\b\s*(=|<>|in \()\s*\d/,
    advice: "write the enumeration's constant with sql.constant(…) instead of the number",
  },
  {
    name: "inserts without columns",
    applies: inServer,
    pattern: /insert into \S+( as \w+)? (values|select|\$\{(?!sql))/i,
    advice: "name the columns after the table",
  },
  {
    name: "double casts",
    applies: (f) =>
      isProduct(f) && f.startsWith("apps/server/") && f !== "apps/server/src/kernel/registry.ts",
    pattern: /\bas unknown as\b|\bas never\b/,
    advice: "type the statement's rows with sql<Row>`…`, or the value where it is made",
  },
  {
    name: "the browser's clock and zone",
    applies: (f) => showsTimes(f) && !clockFiles.includes(f),
    pattern: new RegExp(
      [
        /\bdayjs\(|\bnew Date\(\)|\bDate\.now\(|\bDateTimeFormat\(|\bgetTimezoneOffset\b|\btoLocale(Date|Time)?String\(\)/,
        /\.[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)\(|\b(Date|Time)Picker\b.*"antd"/,
      ]
        .map((r) => r.source)
        .join("|"),
    ),
    advice: "use serverNow, wallClock, instant or so on from @shotkeeper/ui/time, and DatePicker of ui/app",
  },
  {
    name: "React's Suspense",
    applies: (f) => inPages(f) || (isProduct(f) && f.startsWith("packages/datagrid/src/")),
    // Forbids Suspense: once React has shown its fallback, it waits 300 ms before it shows the content.
    pattern: /\bSuspense\b|[{,] *lazy\b|\blazy\(/,
    advice: "use lazyPart or useAwaited of ui/lazy, or onDemand in the grid",
  },
  {
    name: "variables of antd",
    applies: isStyle,
    // antd sets its variables on its own elements only. Everywhere else they are empty, so a fallback is required.
    pattern: /var\(--ant-[\w-]+\)/,
    advice: "use a variable of the palette, for example var(--sk-panel)",
  },
  {
    name: "long lines",
    applies: (f) => isSource(f) && !isText(f),
    pattern: /^.{121}/,
    advice: "one clause a line, at most 120 characters",
  },
];

/** Returns whether a line contains only a comment. */
const isComment = (line) => /^\s*(\/\/|\*|\/\*)/.test(line);

/**
 * Checks a file against the rules of this project.
 * @returns the violations as "file:line: rule: advice"
 */
export function houseRuleFaults(file, text) {
  const faults = [];
  const applying = rules.filter((r) => r.applies(file));
  if (applying.length === 0 || (atTheEdge(file) && isTest(file))) return faults;
  for (const [i, line] of text.split("\n").entries()) {
    for (const r of applying) {
      if (r.name !== "long lines" && isComment(line)) continue;
      const found = r.pattern.exec(line);
      if (found) faults.push(`${file}:${i + 1}: ${r.name} (${found[0].trim().slice(0, 40)}): ${r.advice}`);
    }
  }
  return faults;
}

/**
 * File with the number of violations that existed when a rule was introduced, by file and rule. Numbers may only
 * shrink.
 */
const exceptionsFile = join(root, "scripts", "lib", "house-rules.exceptions.json");

const ruleOf = (fault) => rules.find((r) => fault.includes(`: ${r.name} (`))?.name ?? "";

function allFaults() {
  return trackedFiles()
    .filter((file) => isSource(file) || isStyle(file))
    .map((file) => ({ file, faults: houseRuleFaults(file, readFileSync(join(root, file), "utf8")) }));
}

/**
 * Lowers the numbers of the exceptions file to the current ones. Never raises a number; fix a new violation instead.
 */
export function shrinkHouseExceptions() {
  const known = JSON.parse(readFileSync(exceptionsFile, "utf8"));
  const next = {};
  for (const { file, faults } of allFaults())
    for (const { name } of rules) {
      const n = faults.filter((f) => ruleOf(f) === name).length;
      const allowed = Math.min(n, known[file]?.[name] ?? 0);
      if (allowed > 0) next[file] = { ...next[file], [name]: allowed };
    }
  writeFileSync(exceptionsFile, `${JSON.stringify(next, null, 2)}\n`);
}

/**
 * Returns the violations that the exceptions file does not allow. It allows a number of violations for each file and
 * rule. If a file has more, all of its violations of that rule are returned.
 */
export function houseRules() {
  const known = JSON.parse(readFileSync(exceptionsFile, "utf8"));
  return allFaults().flatMap(({ file, faults }) =>
    rules.flatMap(({ name }) => {
      const found = faults.filter((f) => ruleOf(f) === name);
      return found.length > (known[file]?.[name] ?? 0) ? found : [];
    }),
  );
}
