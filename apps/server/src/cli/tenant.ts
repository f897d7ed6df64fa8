import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "@shotkeeper/contract/kernel";
import { Sessions } from "../kernel/auth/sessions.ts";
import { type Config, databaseOf, readConfig } from "../kernel/config.ts";
import type { Db } from "../kernel/db/db.ts";
import { openDb } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { EventBus } from "../kernel/events.ts";
import { Secrets } from "../kernel/secrets.ts";
import { allRights } from "../tenants/create-tenant.ts";
import type { Operator } from "./operator.ts";
import { commands } from "./tenant-commands.ts";
import { UsageError } from "./usage.ts";

const help = `npm run tenant -- <command>

Commands of the platform operator. They open the database directly, with the server's settings: DATABASE_URL, or
DATA_DIR for the embedded database. Stop the server first if the database is embedded.

  list                                   lists tenants with their users, molds and counters
  create <code> <name>                   creates a tenant; prints its administrator's one-time password
  gateway-key <code> [name]              creates a key for a gateway of the tenant; printed once
  reset-password <code> <user>           prints a one-time password; ends the user's sessions
  reset-admin <code>                     restores "admin": enabled, every right, a one-time password
  reset-second-factor <code> <user>      removes the user's second factors; ends the user's sessions
  sso-off <code>                         lets users log in by password again; the single sign-on becomes optional
  licence keygen [<directory>]           creates the key pair that signs and verifies licences
  licence issue <code> --key FILE [--due YYYY-MM-DD] [--pc N] [--pda N] [--out FILE]
                                         signs a licence file; without --due it never ends,
                                         without --pc or --pda it has no limit of log-ins
  licence load <code> <file>             loads a licence file, as the tenant's screen does
  licence show <code>                    shows serial number, due date and seats
  storage <code> <MB|default>            limits the total size of the tenant's files
  recompute <code> [--counter X] [--mold X]
                                         recomputes all figures from the readings and corrects them
  quarantine list [<code>]               lists quarantined readings; without a tenant: those of no tenant
  quarantine release <code> <id> --reason TEXT
                                         counts a quarantined reading`;

function operator(db: Db, now: number, config: Config): Operator {
  const { licencePublicKey } = config;
  const secrets = new Secrets(config.secretKeys, config.dataDir);
  return {
    db,
    licencePublicKey,
    now,
    async tenant(code) {
      const [rows] = await db.platform(sql`select tenant_id, code, zone from tenant where code = ${code}`);
      const row = rows?.[0];
      if (!row) throw new UsageError(`there is no tenant "${code}"; npm run tenant -- list shows them`);
      const id = Number(row.tenant_id);
      const who = {
        tenantId: id,
        tenantCode: code,
        zone: String(row.zone),
        userId: "operator",
        userName: "operator",
        roleCode: null,
        rights: new Set(allRights()),
        scope: { kind: "tenant" },
        sessionHash: "",
      } as const;
      return { id, ctx: { db, events: new EventBus(), sessions: new Sessions(db), secrets, who, now } };
    },
  };
}

/**
 * Returns an error that names the process which is using the embedded database. Returns any other failure unchanged.
 */
function inUse(dataDir: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (!/is in use by process/.test(text)) return cause instanceof Error ? cause : new Error(text);
  let pid = "";
  try {
    pid = ` (process ${(JSON.parse(readFileSync(join(dataDir, "lock"), "utf8")) as { pid: number }).pid})`;
  } catch {
    // The process that used the database has just ended, so its id cannot be read. The error message then names no
    // process id.
  }
  return new Error(
    `the server${pid} is using the embedded database in ${dataDir}. Stop it, run this again, and start it. ` +
      "With DATABASE_URL both can run at once.",
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      counter: { type: "string" },
      mold: { type: "string" },
      reason: { type: "string" },
      due: { type: "string" },
      pc: { type: "string" },
      pda: { type: "string" },
      key: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [name = "", ...args] = positionals;
  if (values.help || name === "") return console.log(help);
  const command = commands[name];
  if (!command) throw new UsageError(`there is no command "${name}"`);
  const config = readConfig(process.env);
  let db: Db;
  try {
    db = await openDb(databaseOf(config));
  } catch (cause) {
    throw inUse(config.dataDir, cause);
  }
  try {
    await command(operator(db, Date.now(), config), args, values);
  } finally {
    await db.close();
  }
}

try {
  await main();
  process.exit(0);
} catch (cause) {
  const isParse =
    cause instanceof TypeError && "code" in cause && String(cause.code).startsWith("ERR_PARSE_ARGS");
  if (cause instanceof UsageError || isParse)
    console.error(`${(cause as Error).message}\nTry npm run tenant -- --help.`);
  else if (cause instanceof AppError) console.error(`Refused: ${cause.message}`);
  else console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}
