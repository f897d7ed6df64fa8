// npm run spec: prints each statement of the specification with the tests that show it, then a count per section.
// npm run spec -- missing: prints only statements that no test shows.
import { readSpec } from "./lib/spec.mjs";

const onlyMissing = process.argv.includes("missing");
const { rows, errors } = readSpec();

for (const { id, text, open, tests } of rows) {
  if (onlyMissing && tests.length > 0) continue;
  const state = open === undefined ? (tests.length > 0 ? "✓" : "✗") : "○";
  console.log(`${state} ${id} ${text}${open === undefined ? "" : ` (open: ${open})`}`);
  for (const place of tests) console.log(`    ${place}`);
}

console.log();
for (const section of new Set(rows.map((r) => r.section))) {
  const own = rows.filter((r) => r.section === section);
  const open = own.filter((r) => r.open !== undefined).length;
  const shown = own.filter((r) => r.tests.length > 0).length;
  console.log(`${section}: shown ${shown} of ${own.length}${open > 0 ? `, open ${open}` : ""}`);
}
for (const error of errors) console.error(`✗ ${error}`);
process.exitCode = errors.length > 0 ? 1 : 0;
