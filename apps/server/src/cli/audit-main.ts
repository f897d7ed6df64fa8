import { main } from "./audit.ts";

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  console.error(`${cause instanceof Error ? cause.message : cause}\nTry npm run audit -- --help.`);
  process.exitCode = 2;
}
process.exit();
