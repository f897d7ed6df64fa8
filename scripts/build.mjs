// npm run build [-- web | server]: builds the web application and the server with its commands, each only if its sources
// have changed.
import { ensureInstalled } from "./install.mjs";
import { targets } from "./lib/builds.mjs";
import { forget, hashOf, isFresh, remember } from "./lib/sources.mjs";

const names = process.argv.slice(2);
const known = targets.map((t) => t.name);
if (names.some((n) => !known.includes(n))) {
  console.error(`usage: npm run build [-- ${known.join(" | ")}]`);
  process.exit(names.includes("--help") ? 0 : 2);
}
ensureInstalled();
process.env.NODE_ENV = "production";
await Promise.all(
  targets.map(async (t) => {
    if (names.length > 0 && !names.includes(t.name)) return;
    const hash = hashOf(t.sources);
    if (isFresh(t.name, hash, t.output)) return;
    forget(t.name);
    await t.make();
    remember(t.name, hash);
  }),
);
