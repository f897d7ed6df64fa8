import pg from "pg";
import { describe, expect, it } from "vitest";
import { createOnNodes, dropOnNodes, nodesOf } from "../../testing/citus-databases.ts";
import { isCluster } from "../../testing/cluster.ts";
import { distribute } from "./distribute.ts";
import { beforeRelease, migrate, migrationNames } from "./migrate.ts";
import { asOwner } from "./open.ts";

describe("migrations", () => {
  it("apply once, and refuse databases of other versions", async () => {
    await asOwner({}, async (owner) => {
      const names = migrationNames();
      expect(await migrate(owner, names[2])).toBe(3);
      expect(await migrate(owner)).toBe(names.length - 3);
      expect(await migrate(owner)).toBe(0);

      const add = (name: string) =>
        owner.query("insert into schema_migration (name, hash, applied_at) values ($1, '', now())", [name]);
      const remove = (name: string) => owner.query("delete from schema_migration where name = $1", [name]);

      await add("9999_later.sql");
      await expect(migrate(owner)).rejects.toThrow("newer than this program: it has 9999_later.sql");
      await add(beforeRelease.first);
      await expect(migrate(owner)).rejects.toThrow(
        "made by a version before the first release. Back it up with",
      );
      await remove("9999_later.sql");
      await remove(beforeRelease.first);

      await owner.query("update schema_migration set hash = '' where name = $1", [names[0]]);
      await expect(migrate(owner)).rejects.toThrow(`${names[0]} was changed after it was applied`);
      await remove(String(names[0]));
      await expect(migrate(owner)).rejects.toThrow(
        /migration 0001_kernel\.sql(, line \d+)? failed: .*exists/,
      );
    });
  }, 60_000);

  it.skipIf(!isCluster)(
    "apply to tables that are distributed already",
    async () => {
      const { DATABASE_URL: url = "" } = process.env;
      const name = `shotkeeper_upgrade_${process.pid}`;
      const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
      const main = new pg.Client({ connectionString: url });
      await main.connect();
      const nodes = await nodesOf(main);
      try {
        await main.query(`create database ${name}`);
        await createOnNodes(own, nodes);
        await asOwner({ url: own }, async (owner) => {
          // The last migration of the first version that was tested on a cluster.
          await migrate(owner, "0092_chip_reservation.sql");
          await distribute(owner, "postgres");
          expect(await migrate(owner)).toBeGreaterThan(0);
          await distribute(owner, "postgres");
          const { rows } = await owner.query(
            "select from citus_tables where table_name = 'mold_now'::regclass",
          );
          expect(rows).toHaveLength(1);
        });
      } finally {
        await dropOnNodes(url, nodes, name);
        await main.query(`drop database if exists ${name} with (force)`);
        await main.end();
      }
    },
    180_000,
  );

  it("recognize the schema of the joined migrations", () => {
    expect(migrationNames()).toContain(beforeRelease.joined);
  });
});
