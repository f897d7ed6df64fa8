import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { Secrets } from "../kernel/secrets.ts";
import { aesPurpose, Connectors, tokenPurpose } from "../telemetry/connector/connectors.ts";
import { withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { resealSecretsOf } from "./reseal-secrets.ts";

it("encrypts stored secrets with the new key, and those that an earlier version stored in plain text", async () => {
  const server = await withServer();
  const t = await TestTenant.create(server);
  const { db } = server.app;
  const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const before = new Secrets([old], undefined);
  const rules = await t.rows<{ rule_id: string }>(
    sql`select rule_id from notice_rule where tenant_id = ${t.id} order by rule_id limit 2`,
  );
  const [a = "", b = ""] = rules.map((r) => r.rule_id);
  const store = (rule: string, secret: string) =>
    db.run(t.id, [
      sql`insert into notice_secret (tenant_id, rule_id, secret) values (${t.id}, ${rule}, ${secret})`,
    ]);
  await store(a, before.seal(t.id, `webhook ${a}`, "secret of a"));
  await store(b, "secret of b");
  expect(await resealSecretsOf(t.id, db, new Secrets([next], undefined))).toMatchObject({ lost: 1 });
  expect(await resealSecretsOf(t.id, db, new Secrets([next, old], undefined))).toEqual({
    changed: 1,
    lost: 0,
  });
  expect(await resealSecretsOf(t.id, db, new Secrets([next, old], undefined))).toEqual({
    changed: 0,
    lost: 0,
  });
  const stored = await t.rows<{ rule_id: string; secret: string }>(
    sql`select rule_id, secret from notice_secret where tenant_id = ${t.id} order by rule_id`,
  );
  const after = new Secrets([next], undefined);
  expect(stored.map((r) => after.open(t.id, `webhook ${r.rule_id}`, r.secret))).toEqual([
    "secret of a",
    "secret of b",
  ]);
});

it("encrypts the keys of connectors with the new key", async () => {
  const server = await withServer();
  const t = await TestTenant.create(server);
  const { CONNECTOR_ID: id } = await t.admin.run<{ CONNECTOR_ID: number }>("rf_MakeConnector", {
    CONNECTOR_NAME: "OneNET",
    CONNECTOR_KIND: "onenet",
  });
  const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const before = new Secrets([old], undefined);
  await t.rows(sql`
    update connector
    set platform_token = ${before.seal(t.id, tokenPurpose(id), "token")},
      aes_key = ${before.seal(t.id, aesPurpose(id), "0123456789abcdef")}
    where tenant_id = ${t.id} and connector_id = ${id}
  `);
  const { db } = server.app;
  expect(await resealSecretsOf(t.id, db, new Secrets([next], undefined))).toEqual({ changed: 0, lost: 2 });
  expect(await resealSecretsOf(t.id, db, new Secrets([next, old], undefined))).toEqual({
    changed: 2,
    lost: 0,
  });
  const connector = await new Connectors(db, new Secrets([next], undefined), Date.now).byId(t.id, id);
  expect(connector?.keys).toEqual({ token: "token", aesKey: "0123456789abcdef" });
});
