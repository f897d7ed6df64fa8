import { benchIngest } from "./ingest.ts";

/** npm run bench -- <part> [options]: prints ours beside its floor, measured in one run. */
const parts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = { ingest: benchIngest };

const [part = "", ...args] = process.argv.slice(2);
const run = Object.hasOwn(parts, part) ? parts[part] : undefined;
if (run) {
  await run(args);
} else {
  console.log(
    `usage: npm run bench -- <${Object.keys(parts).join("|")}> [--rows N]   (DATABASE_URL: on that server)`,
  );
  process.exitCode = part === "" || part === "--help" ? 0 : 2;
}
