import type pg from "pg";
import { hasCitus } from "../kernel/db/distribute.ts";
import { withMigrationLock } from "../kernel/db/migrate.ts";
import { asOwner } from "../kernel/db/open.ts";
import { sql } from "../kernel/db/sql.ts";
import { logEntry } from "../kernel/log.ts";
import {
  dropReader,
  listReaders,
  makeReader,
  type Reader,
  ReaderError,
  renewReader,
} from "../kernel/script/reader.ts";
import type { Operator } from "./operator.ts";
import { take, UsageError } from "./usage.ts";

/** Default name of a reader (a tenant's read-only login role). */
const usualName = "reader";

/**
 * Runs `work` as the schema's owner. Throws if the database cannot have readers: it is embedded, or a Citus cluster.
 */
async function asOwnerOf<T>(o: Operator, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  if (o.ownerUrl === undefined)
    throw new UsageError(
      "the embedded database has no login roles; a reader needs PostgreSQL (DATABASE_URL)",
    );
  try {
    return await asOwner({ url: o.ownerUrl }, async (owner) => {
      if (await hasCitus(owner))
        throw new UsageError(
          "a Citus cluster has no readers: their roles could not read the rows on other nodes",
        );
      // Takes the lock of the migrations, because servers grant the same rights when they start.
      return await withMigrationLock(owner, () => work(owner));
    });
  } catch (cause) {
    throw cause instanceof ReaderError ? new UsageError(cause.message) : cause;
  }
}

async function list(o: Operator, code: string | undefined): Promise<void> {
  const only = code === undefined ? undefined : (await o.tenant(code)).id;
  const [tenants] = await o.db.platform(
    sql<{ tenant_id: number; code: string }>`select tenant_id, code from tenant order by tenant_id`,
  );
  const codes = new Map(tenants.map((t) => [t.tenant_id, t.code]));
  const all = await asOwnerOf(o, listReaders);
  const readers = all.filter((r) => only === undefined || r.tenantId === only);
  if (readers.length === 0) return console.log("No readers.");
  const day = (at: Date) => at.toISOString().slice(0, 10);
  for (const r of readers)
    console.log(
      `${codes.get(r.tenantId) ?? `tenant ${r.tenantId}`}  ${r.name}  user ${r.role}  since ${day(r.createdAt)}, ` +
        `password of ${day(r.renewedAt)}, ${r.sessions} sessions`,
    );
}

/** Lists, makes, renews and removes the read-only login roles of tenants for tools that speak SQL. */
export async function sqlReader(o: Operator, args: readonly string[]): Promise<void> {
  const [what = "", ...rest] = args;
  if (what === "list") return await list(o, rest.length === 0 ? undefined : take(rest, "code")[0]);
  if (what !== "create" && what !== "renew" && what !== "remove")
    throw new UsageError("sql-reader list, create, renew or remove");
  const [code = "", name = usualName] = rest.length > 1 ? take(rest, "code", "name") : take(rest, "code");
  if (!/^[a-z0-9][a-z0-9_-]{0,29}$/.test(name))
    throw new UsageError("a reader's name has 1 to 30 small letters, digits, _ and -");
  const { id } = await o.tenant(code);
  const at = new Date(o.now);
  const reader = await asOwnerOf(o, async (owner): Promise<Reader | undefined> => {
    if (what === "create") return await makeReader(owner, id, name, at);
    if (what === "renew") return await renewReader(owner, id, name, at);
    await dropReader(owner, id, name);
    return undefined;
  });
  await o.db.run(id, [
    logEntry({
      tenantId: id,
      at: o.now,
      userId: "operator",
      action: "rights",
      target: "SYS_TENANT",
      key: code,
      after: { sql_reader: name, done: what },
    }),
  ]);
  if (!reader)
    return console.log(`The reader "${name}" of ${code} was removed, and its sessions have ended.`);
  console.log(`Reader "${name}" of ${code}. The password is shown only now:`);
  console.log(`user ${reader.role}  password ${reader.password}`);
}
