import { readConfig } from "../kernel/config.ts";
import { serve } from "../serve.ts";
import { devLoginRoute } from "./dev-login.ts";

/**
 * Server of `npm run dev`. It loads its modules while the previous server process is still running. It opens the
 * database when the launcher reports that the previous process has ended, because only one process can open the
 * embedded database.
 */
const launcher = process.send?.bind(process);
if (!launcher) {
  console.error("This program is started by `npm run dev`.");
  process.exit(1);
}
const released = new Promise<void>((resolve) => process.once("message", () => resolve()));
launcher("loaded");
await released;

const config = () => readConfig(process.env);
await serve(config, {
  routes: devLoginRoute,
  onServing: () => {
    launcher("serving");
  },
});
