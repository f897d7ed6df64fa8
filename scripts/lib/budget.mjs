// Size budget of the log-in page: limits the size of its compressed scripts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./root.mjs";

const budgetKb = 150;

/**
 * Compares the scripts of the log-in page with the budget. If they exceed it together, returns each script with its
 * compressed size as an error.
 * @returns {Promise<{ name: string, errors: string[] }>}
 */
export async function loginBudget() {
  const { parseAst } = await import("rolldown/parseAst");
  const dist = join(root, "apps", "web", "dist");
  const assets = readdirSync(join(dist, "assets")).filter((f) => f.endsWith(".js"));
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const first = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map((m) => m[1]);
  const sizes = new Map();
  const add = (file) => {
    if (!file || sizes.has(file)) return;
    const text = readFileSync(join(dist, "assets", file), "utf8");
    sizes.set(file, gzipSync(text, { level: 9 }).length);
    for (const n of parseAst(text).body) if (n.source) add(n.source.value.replace(/^\.\//, ""));
  };
  for (const f of first) add(f);
  const page = assets.find((f) => f.startsWith("login-page-"));
  if (!page)
    return { name: "size of the log-in page", errors: ["no chunk login-page-*.js in apps/web/dist"] };
  add(page);
  // Counts only the largest text file, because a user loads the texts of only one language.
  const texts = assets.filter((f) => f.startsWith("entry-"));
  add(
    texts.sort(
      (a, b) => readFileSync(join(dist, "assets", b)).length - readFileSync(join(dist, "assets", a)).length,
    )[0],
  );
  const kb = [...sizes.values()].reduce((a, b) => a + b, 0) / 1024;
  const list = [...sizes].map(([f, n]) => `${(n / 1024).toFixed(1)} KB ${f}`);
  return {
    name: `size of the log-in page: ${kb.toFixed(0)} of ${budgetKb} KB`,
    errors: kb <= budgetKb ? [] : list,
  };
}
