import pg from "pg";
import { openDb } from "../kernel/db/open.ts";
import { createOnNodes, dropOnNodes, nodesOf } from "./citus-databases.ts";

const workers = 2;
const nameOf = (worker: number) => `shotkeeper_test_${process.pid}_${worker}`;

/**
 * Global set-up of the tests. With DATABASE_URL it creates a database per test worker and drops the databases after
 * the run.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const { DATABASE_URL: url } = process.env;
  if (!url) return undefined;
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const nodes = await nodesOf(owner);
  if (nodes.length > 0) process.env.TEST_CITUS = "1";
  const drop = async () => {
    for (let w = 1; w <= workers; w++) {
      // Reads the name of the role for scripts before the database is dropped, because the name contains the number
      // (oid) of the database.
      const { rows } = await owner.query<{ role: string }>(
        "select 'shotkeeper_script_' || oid as role from pg_database where datname = $1",
        [nameOf(w)],
      );
      await dropOnNodes(url, nodes, nameOf(w));
      await owner.query(`drop database if exists ${nameOf(w)} with (force)`);
      for (const { role } of rows) await owner.query(`drop role if exists ${role}`);
    }
  };
  await drop();
  for (let w = 1; w <= workers; w++) {
    await owner.query(`create database ${nameOf(w)}`);
    const own = new URL(url);
    own.pathname = `/${nameOf(w)}`;
    await createOnNodes(own.href, nodes);
    // Migrates the databases one after the other, because the first migration creates a role that all of them share.
    await (await openDb({ url: own.href })).close();
  }
  process.env.TEST_DATABASE_PREFIX = nameOf(0).slice(0, -1);
  return async () => {
    await drop();
    await owner.end();
  };
}
