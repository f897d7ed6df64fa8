import { join } from "node:path";
import { asOwner } from "../../kernel/db/open.ts";
import { type RemovalStep, removeTenant } from "../../tenants/remove-tenant.ts";

/**
 * Removes a tenant as the command `shotkeeper tenant remove` does, but with a shorter wait between closing and deleting
 * the tenant. Kills itself after the given step. Arguments: URL of the database, data directory, code, step.
 */
const [url = "", dataDir = "", code = "", stop = ""] = process.argv.slice(2);
await asOwner({ url }, (owner) =>
  removeTenant(owner, {
    dataDir,
    filesDir: join(dataDir, "files"),
    code,
    export: null,
    waitMs: 500,
    onClosed: async () => {},
    onStep: (step: RemovalStep) => {
      if (step === stop) process.kill(process.pid, "SIGKILL");
    },
  }),
);
process.exit(0);
