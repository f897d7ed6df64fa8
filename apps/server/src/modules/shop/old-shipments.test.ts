import { carrierCode, plainWaybill } from "@shotkeeper/contract/shop";
import { expect, it } from "vitest";
import { migrate, migrationNames } from "../../kernel/db/migrate.ts";
import { asOwner } from "../../kernel/db/open.ts";

const waybills: readonly (readonly [string | null, string])[] = [
  ["顺丰速运", "sf 1000 0000 01"],
  ["順豐", "SF1000000002"],
  [" SF Express", "SF1000000003"],
  ["京东物流", "JD0123456789"],
  ["京東", "JD0123456788"],
  ["jd", "JD0123456787"],
  ["圆通速递", "YT1234567890123"],
  ["圓通", "YT1234567890124"],
  ["YT", "YT1234567890125"],
  ["yto", "YT1234567890126"],
  ["ytx", "YT1234567890127"],
  ["中通快递", "781234567890"],
  ["ZTO Express", "781234567891"],
  ["申通", "771234567890123"],
  ["STO", "771234567890124"],
  ["韵达", "4312345678901"],
  ["韻達", "4312345678902"],
  ["Yunda", "4312345678903"],
  ["极兔", "JT1234567890123"],
  ["極兔", "JT1234567890124"],
  ["J&T Express", "JT1234567890125"],
  ["EMS", "EA123456789CN"],
  ["中国邮政", "EA123456788CN"],
  ["郵政", "EA123456787CN"],
  ["德邦", "DPK123456789"],
  ["Deppon", "DPK123456788"],
  ["某物流 A", "AB-12345"],
  [null, "SF1000000004"],
  [null, "jd0123456786"],
  ["  ", "YT1234567890128"],
  ["\u3000", "JT1234567890126"],
  [null, "ab-12346"],
  // Repeats the numbers of the first two shipments, with another spelling of the carrier.
  ["顺丰", "SF1000000001"],
  [null, "SF10 0000 0002"],
  // This shipment has the same number as the shipment of another carrier (中通快递), which is allowed.
  ["申通", "781234567890"],
];

it("shipments from before 0055 have the code and number that the server would store", async () => {
  await asOwner({}, async (owner) => {
    const names = migrationNames();
    await migrate(owner, names[names.indexOf("0055_shipment.sql") - 1]);
    // Inserts rows of several tenants. The owner of an embedded database is a superuser, whom row-level security does
    // not limit.
    await owner.query(`
      insert into tenant (tenant_id, code, full_name, sys_name, created_date) values (900, 'old', 'old', 'old', now());
      select app_set_tenant(900);
      insert into customer (tenant_id, cust_id, cust_name) values (900, 'C1', 'C1');
      insert into product (tenant_id, goods_id, goods_name, goods_type, unit_price, off_shelf)
      values (900, 'G', 'G', 1, 1, false);
    `);
    await owner.query(
      `insert into customer_order (
        tenant_id, order_no, cust_id, order_date, oem_name, order_stat, goods_amount, postage, postage_stat,
        total_amount, plan_out_date, rec_man, rec_tel, checkout_key, carrier, express_no, express_date
      )
      select 900, to_char(x.n, 'FM000'), 'C1', now(), 'O', 3, 1, 0, 0, 1, now()::date, 'R' || x.n, '1',
        'K' || x.n, x.carrier, x.no, now()
      from unnest($1::text[], $2::text[]) with ordinality x (carrier, no, n)`,
      [waybills.map(([carrier]) => carrier), waybills.map(([, no]) => no)],
    );
    await owner.query(`
      insert into customer_order_line (
        tenant_id, order_no, seq, goods_id, goods_name, order_qty, unit_price, amount
      )
      select 900, order_no, 1, 'G', 'G', 1, 1, 1 from customer_order where tenant_id = 900
    `);
    await migrate(owner);
    await owner.query("select app_set_tenant(900)");
    const { rows } = await owner.query<{ code: string; no: string; order: string; shared: boolean }>(`
      select s.carrier_code as code, s.express_no as no, o.express_no as "order", s.shared_number as shared
      from shipment s
      join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_no = s.shipment_no
      join customer_order o on o.tenant_id = s.tenant_id and o.order_no = l.order_no
      where s.tenant_id = 900
      order by o.order_no
    `);
    const seen = new Set<string>();
    expect(rows).toEqual(
      waybills.map(([carrier, number]) => {
        const [code, no] = [carrierCode(carrier, number), plainWaybill(number)];
        const shared = seen.has(`${code} ${no}`);
        seen.add(`${code} ${no}`);
        return { code, no, order: no, shared };
      }),
    );
    expect(rows.filter((r) => r.shared)).toHaveLength(2);
    const kept = ["stock_move", "shipment", "shipment_line", "shipment_change", "shipment_serial"];
    const deletable = await owner.query(
      "select t from unnest($1::text[]) t where has_table_privilege('shotkeeper_app', t, 'delete')",
      [kept],
    );
    expect(deletable.rows).toEqual([]);
    const { rows: settings } = await owner.query(
      "select proconfig from pg_proc where proname = 'app_deliver_counters'",
    );
    expect(settings).toEqual([{ proconfig: ["search_path=public, pg_temp"] }]);
  });
}, 60_000);
