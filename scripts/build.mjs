// node scripts/build.mjs: builds the web application and the server's bundle, each only if its sources have changed.
import { ensureInstalled } from "./install.mjs";
import { targets } from "./lib/builds.mjs";
import { forget, hashOf, isFresh, remember } from "./lib/sources.mjs";

ensureInstalled();
process.env.NODE_ENV = "production";
await Promise.all(
  targets.map(async (t) => {
    const hash = hashOf(t.sources);
    if (isFresh(t.name, hash, t.output)) return;
    forget(t.name);
    await t.make();
    remember(t.name, hash);
  }),
);
