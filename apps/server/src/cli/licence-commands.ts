import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LicenceFacts } from "@shotkeeper/contract/system";
import { sql } from "../kernel/db/sql.ts";
import { demoPrivateKey, readKey, requireLimits, signLicence } from "../licence/licence.ts";
import { loadLicence } from "../licence/load-licence.ts";
import type { Operator } from "./operator.ts";
import { UsageError } from "./usage.ts";

export interface LicenceValues {
  readonly due?: string | undefined;
  readonly pc?: string | undefined;
  readonly pda?: string | undefined;
  readonly key?: string | undefined;
  readonly out?: string | undefined;
  /**
   * Serial number of the tenant and name of the customer, as `licence show` prints them. With them, `licence issue`
   * needs no database.
   */
  readonly serial?: string | undefined;
  readonly customer?: string | undefined;
}

const issueArguments = "<code> --key FILE [--due YYYY-MM-DD] [--pc N] [--pda N] [--out FILE]";

/** Creates a file. Throws if it exists, because keys and licences must never be overwritten. */
function writeNew(path: string, text: string, mode: number): void {
  if (existsSync(path)) throw new UsageError(`${path} already exists`);
  writeFileSync(path, text, { mode, flag: "wx" });
}

function keygen(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [privatePath, publicPath] = [join(dir, "licence-private.pem"), join(dir, "licence-public.pem")];
  writeNew(privatePath, privateKey.export({ type: "pkcs8", format: "pem" }) as string, 0o600);
  writeNew(publicPath, publicKey.export({ type: "spki", format: "pem" }) as string, 0o644);
  console.log(
    `${privatePath} signs licences: never copy it to a server. Set LICENCE_PUBLIC_KEY=${publicPath} on each server.`,
  );
}

function seats(text: string | undefined, name: string): number {
  const n = Number(text ?? "0");
  if (!/^\d{1,6}$/.test(text ?? "0")) throw new UsageError(`--${name} must be a number, not "${text}"`);
  return n;
}

interface TenantRow {
  readonly au_id: string;
  readonly cust_name: string;
  readonly demo: boolean;
}

/** Signs a licence file for the tenant `t`. */
function sign(t: TenantRow, code: string, v: LicenceValues, now: number): void {
  if (!v.key && !t.demo) throw new UsageError("--key is missing: the private key that signs");
  const facts: LicenceFacts = {
    auId: t.au_id,
    aimTenant: code,
    custName: t.cust_name,
    dueDate: v.due ?? null,
    validityControl: v.due !== undefined,
    pcCount: seats(v.pc, "pc"),
    pdaCount: seats(v.pda, "pda"),
    issuedAt: new Date(now).toISOString(),
  };
  requireLimits(facts);
  const key = v.key ? readKey(readFileSync(v.key, "utf8"), "private") : demoPrivateKey;
  const out = v.out ?? `${code}.lic`;
  writeNew(out, signLicence(facts, key), 0o644);
  console.log(
    `${out}: ${code} (${t.au_id}), ${v.due ? `until ${v.due}` : "without end"}, ` +
      `${facts.pcCount || "any number of"} PC and ${facts.pdaCount || "any number of"} handheld log-ins.`,
  );
}

async function issue(o: Operator, code: string, v: LicenceValues): Promise<void> {
  const { id } = await o.tenant(code);
  const [[t] = []] = await o.db.run(id, [
    sql<TenantRow>`select au_id, cust_name, demo from tenant where tenant_id = ${id}`,
  ]);
  if (!t) throw new UsageError(`there is no tenant "${code}"`);
  sign(t, code, v, o.now);
}

/**
 * Runs the commands that need no database: `keygen`, and `issue` with a serial number. So the private key can stay on a
 * computer that has no access to the server. Returns false for other commands.
 */
export function licenceWithoutDatabase(args: readonly string[], v: LicenceValues, now: number): boolean {
  const [what, first = "", ...rest] = args;
  if (what === "keygen" && rest.length === 0) {
    keygen(first || ".");
    return true;
  }
  if (what !== "issue" || (v.serial === undefined && v.customer === undefined)) return false;
  if (!first || rest.length > 0) throw new UsageError(`licence issue ${issueArguments}`);
  if (!v.serial || !v.customer)
    throw new UsageError("--serial and --customer go together: licence show prints both");
  sign({ au_id: v.serial, cust_name: v.customer, demo: false }, first, v, now);
  return true;
}

async function load(o: Operator, code: string, file: string): Promise<void> {
  const { ctx } = await o.tenant(code);
  const facts = await loadLicence(ctx, readFileSync(file, "utf8"), o.licencePublicKey);
  console.log(`Loaded: ${code} is licensed ${facts.dueDate ? `until ${facts.dueDate}` : "without end"}.`);
}

async function show(o: Operator, code: string): Promise<void> {
  const { id } = await o.tenant(code);
  const [[t] = []] = await o.db.run(id, [
    sql`
      select au_id, cust_name, due_date::text, validity_control, pc_count, pda_count
      from tenant
      where tenant_id = ${id}
    `,
  ]);
  console.log(
    `${code}: serial number ${t?.au_id}, customer ${JSON.stringify(t?.cust_name)}, due ${t?.due_date ?? "never"}` +
      `${t?.validity_control ? "" : " (not enforced)"}, ` +
      `PC ${t?.pc_count || "any"}, handheld ${t?.pda_count || "any"}`,
  );
}

/** Runs the command `licence` of the command line: keygen, issue, load or show. */
export async function licence(o: Operator, args: readonly string[], v: LicenceValues): Promise<void> {
  const [what, first = "", second = ""] = args;
  const want = (n: number, names: string) => {
    if (args.length !== n) throw new UsageError(`licence ${what} ${names}`);
  };
  switch (what) {
    case "keygen":
      return keygen(first || ".");
    case "issue":
      want(2, issueArguments);
      return issue(o, first, v);
    case "load":
      want(3, "<code> <file>");
      return load(o, first, second);
    case "show":
      want(2, "<code>");
      return show(o, first);
    default:
      throw new UsageError("licence keygen, issue, load or show");
  }
}
