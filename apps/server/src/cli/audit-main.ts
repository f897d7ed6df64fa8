import { main } from "./audit.ts";
import { failureText } from "./failure.ts";

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  console.error(failureText(cause, "audit"));
  process.exitCode = 2;
}
process.exit();
