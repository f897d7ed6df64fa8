import { parseArgs } from "node:util";
import { Sessions } from "../kernel/auth/sessions.ts";
import { type Config, databaseOf, readConfig } from "../kernel/config.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { EventBus } from "../kernel/events.ts";
import { Secrets } from "../kernel/secrets.ts";
import { allRights } from "../tenants/create-tenant.ts";
import { failureText } from "./failure.ts";
import { exportCommand, removeCommand } from "./leaving-commands.ts";
import { licenceWithoutDatabase } from "./licence-commands.ts";
import type { Operator } from "./operator.ts";
import { openOperatorDb } from "./operator-db.ts";
import { commands } from "./tenant-commands.ts";
import { UsageError } from "./usage.ts";

const help = `shotkeeper tenant <command>     (in the sources: npm run tenant -- <command>)

Commands of the platform operator. They open the database directly, with the server's settings: DATABASE_URL, or
DATA_DIR for the embedded database. Stop the server first if the database is embedded.

  list                                   lists tenants with their users, molds and counters
  create <code> <name> [--new-database]  creates a tenant; prints its administrator's one-time password.
                                         --new-database makes an embedded database that does not exist yet
  gateway-key <code> [name]              creates a key for a gateway of the tenant; printed once
  reset-password <code> <user>           prints a one-time password; ends the user's sessions
  reset-admin <code>                     restores "admin": enabled, every right, a one-time password
  reset-second-factor <code> <user>      removes the user's second factors; ends the user's sessions
  sso-off <code>                         lets users log in by password again; the single sign-on becomes optional
  licence keygen [<directory>]           creates the key pair that signs and verifies licences. Needs no database
  licence issue <code> --key FILE [--due YYYY-MM-DD] [--pc N] [--pda N] [--out FILE]
                [--serial NUMBER --customer NAME]
                                         signs a licence file; without --due it never ends,
                                         without --pc or --pda it has no limit of log-ins. With --serial and
                                         --customer (see licence show) it needs no database
  licence load <code> <file>             loads a licence file, as the tenant's screen does
  licence show <code>                    shows serial number, customer, due date and seats
  storage <code> <MB|default>            limits the total size of the tenant's files
  sql-reader create <code> [name]        makes a read-only login role of the tenant for SQL tools such as Grafana; its
                                         password is printed once. PostgreSQL only
  sql-reader list [<code>]               lists readers with their roles and open sessions
  sql-reader renew <code> [name]         gives a reader a new password, and ends its sessions
  sql-reader remove <code> [name]        removes a reader, and ends its sessions
  where <code>                           shows the node of a Citus cluster that has the tenant's rows
  isolate <code>                         gives the tenant a shard of its own, so that it can move alone. Citus only
  move <code> <host:port>                moves the tenant to another node while the servers run. Citus only
  recompute <code> [--counter X] [--mold X]
                                         recomputes all figures from the readings and corrects them
  archive <code> [--check]               archives the months of readings that the tenant no longer keeps as rows.
                                         --check compares the files of the archive with their recorded hashes
  export <code> <new directory>          writes all rows and files of the tenant, with a hash of each file
  remove <code> --confirm <code> (--export DIRECTORY | --without-export)
                                         removes the tenant for good: rows, files and archive. The export must be
                                         whole and of the last 24 hours. Writes the proof into DATA_DIR/removals.
                                         If it is interrupted, the same command finishes
  quarantine list [<code>]               lists quarantined readings; without a tenant: those of no tenant
  quarantine release <code> <id> --reason TEXT
                                         counts a quarantined reading`;

function operator(db: Db, now: number, config: Config): Operator {
  const { licencePublicKey, databaseOwnerUrl, databaseUrl } = config;
  const secrets = new Secrets(config.secretKeys, config.dataDir);
  return {
    db,
    licencePublicKey,
    ownerUrl: databaseOwnerUrl ?? databaseUrl,
    filesDir: databaseOf(config).filesDir,
    now,
    async tenant(code) {
      const [rows] = await db.platform(sql`select tenant_id, code, zone from tenant where code = ${code}`);
      const row = rows?.[0];
      if (!row) throw new UsageError(`there is no tenant "${code}"; shotkeeper tenant list shows them`);
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

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      counter: { type: "string" },
      mold: { type: "string" },
      reason: { type: "string" },
      check: { type: "boolean", default: false },
      confirm: { type: "string" },
      export: { type: "string" },
      "without-export": { type: "boolean", default: false },
      "new-database": { type: "boolean", default: false },
      serial: { type: "string" },
      customer: { type: "string" },
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
  if (!command && name !== "export" && name !== "remove")
    throw new UsageError(`there is no command "${name}"`);
  if (name === "licence" && licenceWithoutDatabase(args, values, Date.now())) return;
  const config = readConfig(process.env);
  if (name === "export") return await exportCommand(config, args);
  if (name === "remove") return await removeCommand(config, args, values);
  const db = await openOperatorDb(config, name === "create" && values["new-database"]);
  try {
    await command?.(operator(db, Date.now(), config), args, values);
  } finally {
    await db.close();
  }
}

try {
  await main();
  process.exit(0);
} catch (cause) {
  console.error(failureText(cause, "tenant"));
  process.exit(1);
}
