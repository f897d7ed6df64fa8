import { expect, it } from "vitest";
import { migrate } from "../../kernel/db/migrate.ts";
import { asOwner } from "../../kernel/db/open.ts";

it("the orders of tenants that have unpaid orders at the upgrade do not expire", async () => {
  await asOwner({}, async (owner) => {
    await migrate(owner, "0052_payee.sql");
    await owner.query(`
      alter table customer no force row level security;
      alter table customer_order no force row level security;
      alter table parameter no force row level security;
      insert into customer (tenant_id, cust_id, cust_name) values (1, 'C', 'C'), (2, 'C', 'C'), (3, 'C', 'C');
      insert into customer_order (
        tenant_id, order_no, cust_id, order_date, oem_name, order_stat, goods_amount, postage, postage_stat,
        total_amount, plan_out_date, rec_man, rec_tel, checkout_key
      )
      select tenant, no, 'C', now(), 'O', stat, 10, 0, 1, 10, now()::date, 'M', '1', no
      from (values (1, 'A', 0), (1, 'B', 0), (2, 'A', 4), (3, 'A', 0)) x (tenant, no, stat);
      insert into parameter (tenant_id, prm_id, prm_value) values (3, 'SHOP_PAY_DAYS', '9');
      alter table customer force row level security;
      alter table customer_order force row level security;
      alter table parameter force row level security;
    `);
    await migrate(owner);
    const { rows: forced } = await owner.query(
      `select relforcerowsecurity as is_forced
       from pg_class
       where oid in ('public.parameter'::regclass, 'public.customer_order'::regclass)`,
    );
    expect(forced).toEqual([{ is_forced: true }, { is_forced: true }]);
    await owner.query("alter table parameter no force row level security");
    const { rows } = await owner.query(
      "select tenant_id as tenant, prm_value as days from parameter where prm_id = 'SHOP_PAY_DAYS' order by 1",
    );
    expect(rows).toEqual([
      { tenant: 1, days: "0" },
      { tenant: 3, days: "9" },
    ]);
  });
}, 60_000);
