// This file is plain JavaScript, so that Node 20 can start it unchanged, from the sources and from the bundle.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

/**
 * Database for scripts of one tenant (src/kernel/script/sandbox.ts). It is in memory and holds only the rows that the
 * server copies into it.
 */

// Limits the memory of the engine, which would take up to 2 GB. Beyond the limit a statement fails with "out of
// memory", and the server is unharmed.
const { Memory } = WebAssembly;
const pages = workerData.memoryMb * 16;
WebAssembly.Memory = class extends Memory {
  constructor(descriptor) {
    super({ ...descriptor, maximum: Math.min(descriptor.maximum ?? pages, pages) });
  }
};

const settings = ["temp_file_limit=64MB", "work_mem=16MB", "jit=off", "autovacuum=off", "timezone=UTC"];
const { template } = workerData;
const db = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((s) => ["-c", s])],
  // Starts from a copy of an empty database if there is one. Loading the copy takes a fraction of a second, creating a
  // database takes seconds.
  ...(template ? { loadDataDir: new Blob([template]) } : {}),
});

/** Returns a compressed copy of the new database, from which later sandboxes start. */
async function newTemplate() {
  await db.exec("create role script_reader nosuperuser; checkpoint");
  const copy = await db.dumpDataDir("gzip");
  return new Uint8Array(await copy.arrayBuffer());
}
parentPort.postMessage({ kind: "ready", template: template ? undefined : await newTemplate() });

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Creates one table for each database view that the script reads, and fills it with the rows of the view. The table has
 * the name of the view, so the script finds it. First removes the tables of the tenant's previous script.
 */
async function load(tables) {
  await db.exec(
    "rollback; reset all; reset session authorization; drop schema if exists script cascade; create schema script",
  );
  for (const { view, columns, texts } of tables) {
    const table = `script.${quoted(view)}`;
    const definitions = columns.map(
      ({ name, type, collation }) => `${quoted(name)} ${type}${collation ? ` collate ${collation}` : ""}`,
    );
    await db.exec(`create table ${table} (${definitions.join(", ")})`);
    for (const text of texts)
      await db.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`,
        [text],
      );
    await db.exec(`analyze ${table}`);
  }
  await db.exec(`
    grant usage on schema script to script_reader;
    grant select on all tables in schema script to script_reader;
    set search_path to script;
    begin read only;
    set local role script_reader;
  `);
}

async function answerTo({ tables, text, values }) {
  if (tables) {
    await load(tables);
    return { kind: "loaded" };
  }
  const { rows } = await db.query(text, values);
  return { kind: "row", row: { n: Number(rows[0].n), list: rows[0].list } };
}

let tail = Promise.resolve();
parentPort.on("message", (message) => {
  tail = tail.then(async () => {
    const answer = await answerTo(message).catch((cause) => ({
      kind: "failed",
      state: cause?.code ?? "XX000",
      message: String(cause?.message ?? cause),
    }));
    parentPort.postMessage({ ...answer, bytes: db.Module.HEAPU8.byteLength });
  });
});
