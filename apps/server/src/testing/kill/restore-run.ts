import { existsSync } from "node:fs";
import { join } from "node:path";
import { restore } from "../../backup/restore.ts";
import { asOwner } from "../../kernel/db/open.ts";

/**
 * Restores a backup, and kills itself before or after the commit that follows the renaming of the folder of the files.
 * Arguments: data directory, backup, and "before" or "after".
 */
const [dataDir = "", source = "", moment = ""] = process.argv.slice(2);
const filesDir = join(dataDir, "files");
await asOwner({ dataDir }, async (owner) => {
  const query = owner.query.bind(owner) as (...args: readonly unknown[]) => Promise<unknown>;
  const end = () => process.kill(process.pid, "SIGKILL");
  Object.assign(owner, {
    query: async (...args: readonly unknown[]) => {
      const isLast = args[0] === "commit" && existsSync(filesDir);
      if (isLast && moment === "before") end();
      const answer = await query(...args);
      if (isLast) end();
      return answer;
    },
  });
  await restore(owner, source, filesDir);
});
