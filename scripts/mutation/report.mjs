// Writes docs/mutation-report.md: a table by file, and the surviving mutants.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/root.mjs";

/** Minimum score of every group, %. */
export const leastScore = 90;

const cell = (text) => `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
const percent = (n) => (Number.isNaN(n) ? "–" : `${n.toFixed(1)} %`);

/** Returns the mutation score. Mutants known to be equivalent are ignored. */
export function scoreOf(results, equivalents) {
  let caught = 0;
  let missed = 0;
  const open = [];
  const known = [];
  for (const [file, r] of results) {
    caught += r.killed + r.timedOut;
    for (const s of r.survivors) {
      const reason = equivalents.reasonOf(file, s);
      if (reason === undefined) {
        missed++;
        open.push({ file, ...s });
      } else known.push({ file, ...s, reason });
    }
  }
  return { caught, missed, score: (100 * caught) / (caught + missed), open, known };
}

function groupText({ title, mutate, results, stale }, equivalents) {
  const all = scoreOf(results, equivalents);
  const rows = results.map((one) => {
    const s = scoreOf([one], equivalents);
    return `| ${one[0]} | ${s.caught} | ${s.missed} | ${s.known.length} | ${percent(s.score)} |`;
  });
  for (const file of stale) rows.push(`| ${file} | not measured since its last change | | | |`);
  const list = (survivors, more) =>
    survivors.map(
      (s) => `| ${s.file.split("/").pop()}:${s.line} | ${cell(s.from)} | ${cell(s.to)} |${more(s)}`,
    );
  return `## ${title}

\`${mutate}\`: **${percent(all.score)}**, ${all.caught} of ${all.caught + all.missed} mutants caught.

| file | caught | missed | equivalent | score |
|---|---|---|---|---|
${rows.join("\n")}
${
  all.open.length > 0
    ? `
### Missed

| place | code | mutant |
|---|---|---|
${list(all.open, () => "").join("\n")}
`
    : ""
}${
  all.known.length > 0
    ? `
### Equivalent

| place | code | mutant | reason |
|---|---|---|---|
${list(all.known, (s) => ` ${s.reason} |`).join("\n")}
`
    : ""
}`;
}

export function writeReport(groups, equivalents) {
  const text = `# Mutation report

\`npm run mutate\` changes the product in one small place at a time and runs the tests that reach it. A change that no
test notices is missed. Every group needs ${leastScore} %. Equivalent changes alter nothing that a test could see;
\`scripts/mutation/equivalent.json\` lists them with a reason, and they count neither way.

This file is written by \`npm run mutate\`; do not edit it.

${groups.map((g) => groupText(g, equivalents)).join("\n")}`;
  writeFileSync(join(root, "docs", "mutation-report.md"), text);
}
