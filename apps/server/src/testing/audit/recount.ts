import { parseArgs } from "node:util";
import { databaseOf, readConfig } from "../../kernel/config.ts";
import { openDb } from "../../kernel/db/open.ts";
import { sql } from "../../kernel/db/sql.ts";
import { makeApp } from "../../make-app.ts";
import { type Comparison, compareAll } from "./compare.ts";
import { daysOf } from "./days.ts";
import { Own } from "./own.ts";
import { Product } from "./product.ts";
import { readRaw } from "./raw.ts";

const help = `npm run recount -- [--tenant demo] [--days 30] [--all]

Recomputes figures of a tenant from its readings, bindings, orders and tasks, and compares them with the answers of the
product. Prints the figures; --all also prints the equal figures of single molds. Ends with 1 if figures differ.
The database is that of DATABASE_URL, or the embedded one in DATA_DIR. Stop the server of an embedded database first.`;

const { values } = parseArgs({
  options: {
    tenant: { type: "string", default: "demo" },
    days: { type: "string", default: "30" },
    all: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** Returns the width of a text in a terminal, columns. A Chinese character takes two columns. */
const widthOf = (text: string) => [...text].reduce((n, c) => n + (c > "\u2e80" ? 2 : 1), 0);
const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - widthOf(text)));

function print(rows: readonly Comparison[]): void {
  const cells = rows.map((c) => [c.figure, c.product, c.own, c.isEqual ? "yes" : "NO"]);
  const table = [["figure", "product", "own", "equal"], ...cells];
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((r) => widthOf(r[i] ?? ""))));
  for (const row of table)
    console.log(
      row
        .map((cell, i) => padded(cell, widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

async function main(): Promise<number> {
  const config = readConfig({ ...process.env, LOG_LEVEL: "silent" });
  const db = await openDb(databaseOf(config));
  try {
    const [[tenant]] = await db.platform(
      sql<{ tenant_id: number; zone: string }>`
        select tenant_id, zone from tenant where code = ${values.tenant}
      `,
    );
    if (!tenant) throw new Error(`There is no tenant "${values.tenant}".`);
    const now = Date.now();
    const app = makeApp(config, db, () => now);
    const progress = (done: number, all: number) => {
      if (process.stderr.isTTY) process.stderr.write(`\rreadings of ${done} of ${all} counters`);
    };
    const raw = await readRaw(db, tenant.tenant_id, progress);
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    const days = daysOf(tenant.zone);
    const product = new Product(app, { id: tenant.tenant_id, code: values.tenant, zone: tenant.zone }, now);
    const found = await compareAll(product, new Own(raw, days, now), {
      raw,
      days,
      periodDays: Number(values.days),
    });
    const different = found.filter((c) => !c.isEqual);
    const shown = values.all ? found : found.filter((c) => !c.isSingle || !c.isEqual);
    print(shown);
    const hidden = found.length - shown.length;
    console.log(
      `\n${found.length} figures compared${hidden > 0 ? ` (${hidden} equal ones not shown)` : ""}, ` +
        `${different.length} differ.`,
    );
    return different.length === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

if (values.help) {
  console.log(help);
  process.exit(0);
}
try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 2;
}
process.exit();
