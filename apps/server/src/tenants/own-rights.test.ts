import { expect, it } from "vitest";
import { migrate } from "../kernel/db/migrate.ts";
import { asOwner } from "../kernel/db/open.ts";

it("lets roles that could modify molds correct counts and scrap after the upgrade", async () => {
  await asOwner({}, async (owner) => {
    await migrate(owner, "0037_replacement_gap.sql");
    await owner.query(`
      alter table role no force row level security;
      alter table role_right no force row level security;
      insert into known_right values ('BS101:Q'), ('BS101:M');
      insert into role (tenant_id, role_code, role_name, data_scope)
        values (1, 'admin', 'Admin', 'tenant'), (1, 'reader', 'Reader', 'tenant'), (2, 'own', 'Own', 'tenant');
      insert into role_right
        values (1, 'admin', 'BS101:Q'), (1, 'admin', 'BS101:M'), (1, 'reader', 'BS101:Q'), (2, 'own', 'BS101:M');
      alter table role_right force row level security;
    `);
    await migrate(owner);
    const { rows: forced } = await owner.query(
      "select relforcerowsecurity as is_forced from pg_class where oid = 'public.role_right'::regclass",
    );
    expect(forced).toEqual([{ is_forced: true }]);
    await owner.query("alter table role_right no force row level security");
    const { rows } = await owner.query(
      "select tenant_id, role_code, authority from role_right where authority ~ ':[CS]$' order by 1, 2, 3",
    );
    expect(rows.map((r) => Object.values(r).join(" "))).toEqual([
      "1 admin BS101:C",
      "1 admin BS101:S",
      "2 own BS101:C",
      "2 own BS101:S",
    ]);
    // The new rights are in the list of known rights. So the next start of the server does not grant them again if an
    // administrator has revoked them.
    const { rows: known } = await owner.query("select authority from known_right order by 1");
    expect(known.map((r) => r.authority)).toEqual(["BS101:C", "BS101:M", "BS101:Q", "BS101:S"]);
  });
}, 60_000);
