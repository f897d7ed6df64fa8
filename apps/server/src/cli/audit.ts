import { parseArgs } from "node:util";
import { isRealDay } from "@shotkeeper/contract/kernel";
import { type Anchor, checkChain } from "../kernel/audit/chain.ts";
import { auditLines } from "../kernel/audit/export.ts";
import { readConfig } from "../kernel/config.ts";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { openOperatorDb } from "./operator-db.ts";
import { UsageError } from "./usage.ts";

const help = `shotkeeper audit <command>     (in the sources: npm run audit -- <command>)

Commands on the system log. They open the database directly, with the server's settings: DATABASE_URL, or DATA_DIR for
the embedded database. Stop the server first if the database is embedded.

  verify [<tenant>] [--anchor TENANT:LINE:HASH]...
                        compares every log entry with the chain; ends with code 1 and the first line that does not fit
  export [<tenant>] [--from YYYY-MM-DD] [--to YYYY-MM-DD]
                        writes the entries of these days (UTC) as JSON lines`;

interface Tenant {
  readonly tenant_id: number;
  readonly code: string;
}

const reasons = {
  removed: "its log entry was removed",
  changed: "its log entry was changed or moved",
  missing: "the line was removed from the chain",
  cut: "the chain ends early, or is not the one of the anchor",
  added: "the log entry was added past the chain",
} as const;

async function tenantsOf(db: Db, code: string | undefined): Promise<Tenant[]> {
  const [rows] = await db.platform(sql<Tenant>`select tenant_id, code from tenant order by code`);
  const found = rows.filter((t) => code === undefined || t.code === code);
  if (code !== undefined && found.length === 0) throw new UsageError(`there is no tenant "${code}"`);
  return found;
}

/** Parses --anchor TENANT:LINE:HASH, the end of an audit chain as the server wrote it to its log and to syslog. */
function anchorOf(text: string): Anchor & { readonly code: string } {
  const [, code, seq, hash] = /^(.+):(\d+):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (code === undefined || seq === undefined || hash === undefined)
    throw new UsageError(`--anchor must be TENANT:LINE:HASH, not "${text}"`);
  return { code, seq: Number(seq), hash };
}

/** Checks the chains of the tenants' system logs. Returns whether all chains match their logs and anchors. */
export async function verify(
  db: Db,
  code: string | undefined,
  anchorTexts: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const anchors = anchorTexts.map(anchorOf);
  const tenants = await tenantsOf(db, code);
  const strange = anchors.find((a) => !tenants.some((t) => t.code === a.code));
  if (strange) throw new UsageError(`the anchor names "${strange.code}", which is not checked`);
  let areWhole = true;
  for (const t of tenants) {
    const own = anchors.filter((a) => a.code === t.code && a.seq > 0);
    const { seq, hash, waiting, broken } = await checkChain(db, t.tenant_id, own);
    if (broken) {
      areWhole = false;
      const entry = broken.logId === undefined ? "" : ` (log entry ${broken.logId})`;
      print(`${t.code}: BROKEN at line ${broken.seq}${entry}: ${reasons[broken.reason]}`);
    } else
      print(`${t.code}: ${seq} lines fit, ${waiting} entries not in the chain yet; ${t.code}:${seq}:${hash}`);
  }
  return areWhole;
}

function dayOf(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) && isRealDay(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(`${name} must be a day such as 2026-05-20, not "${text}"`);
  return new Date(at);
}

/** Writes the log entries of the days `from` to `to`, both inclusive. */
export async function exportLines(
  db: Db,
  code: string | undefined,
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  write: (text: string) => Promise<void> | void,
): Promise<void> {
  const from = dayOf(days.from, "--from");
  const last = dayOf(days.to, "--to");
  const to = last && new Date(last.getTime() + 86_400_000);
  for (const t of await tenantsOf(db, code))
    for await (const text of auditLines(db, { id: t.tenant_id, code: t.code }, { from, to }))
      await write(text);
}

/** Writes to standard output and waits while its reader is slow. */
const toOutput = (text: string) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (cause) => (cause ? reject(cause) : resolve()));
  });

export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      anchor: { type: "string", multiple: true },
      from: { type: "string" },
      to: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [command = "", code, ...rest] = positionals;
  if (values.help || command === "") {
    console.log(help);
    return 0;
  }
  if (rest.length > 0 || (command !== "verify" && command !== "export"))
    throw new UsageError(`there is no command "${positionals.join(" ")}"`);
  const db = await openOperatorDb(readConfig(process.env));
  try {
    if (command === "verify") return (await verify(db, code, values.anchor ?? [], console.log)) ? 0 : 1;
    await exportLines(db, code, values, toOutput);
    return 0;
  } finally {
    await db.close();
  }
}
