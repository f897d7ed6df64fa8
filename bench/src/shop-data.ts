import { hashPassword } from "../../apps/server/src/kernel/auth/password.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";

export const oems = ["OEM 1", "OEM 2"] as const;
export const goods = 60;
export const goodsId = (i: number) => `G${String(i % goods).padStart(4, "0")}`;
export const customerId = (i: number) => `C${i}`;
/** Returns the price of product `i`. The customers' first host factory (`oem` 0) has its own lower prices. */
export const priceAt = (i: number, oem: 0 | 1) => (oem === 0 ? 90 : 100) + (i % goods);

/**
 * Creates a tenant with a shop: goods with pictures and prices, customers with invoice data, and orders of two
 * months.
 */
export async function makeShop(db: Db, customers: number, orders: number): Promise<number> {
  const code = `bench-${process.pid}-${Date.now()}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const now = new Date();
  await db.run(id, [
    sql`update document_rule set serial_digits = 8 where tenant_id = ${id} and doc_id = 'D029'`,
    sql`
      insert into organization (tenant_id, org_id, org_name, type)
      select ${id}, 'O' || n, 'OEM ' || n, 'oem'
      from generate_series(1, 2) n
    `,
    sql`
      insert into product (
        tenant_id, goods_id, goods_name, goods_model, goods_type, goods_unit, unit_price, stock_qty,
        off_shelf, remark, created_by, created_date, updated_by, updated_date
      )
      select
        ${id}, 'G' || lpad(i::text, 4, '0'), 'Counter, 4G, kind ' || i, 'SK-' || i, i % 3, 'pc',
        100 + i, 900000000, false, 'Counts shots and sends them every hour, kind ' || i, 'admin',
        ${now}, 'admin', ${now}
      from generate_series(0, ${goods - 1}::int) i
    `,
    sql`
      insert into product_price (tenant_id, goods_id, oem_name, unit_price)
      select ${id}, goods_id, ${oems[0]}, unit_price - 10
      from product
      where tenant_id = ${id}
    `,
    sql`
      insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, owner_table,
        owner_id, owner_part, created_by, created_date
      )
      select
        ${id}, 'P' || goods_id, 'a.png', '/files/P' || goods_id, 1, 'image/png', 'GOODS',
        'GOODS_INFO', goods_id, 'GOODS_IMAG', 'admin', ${now}
      from product
      where tenant_id = ${id}
    `,
    sql`
      insert into customer (
        tenant_id, cust_id, cust_name, province, city, district, address, invoice_title,
        taxpayer_id, bank_name, bank_account, consignee, consignee_phone, default_oem,
        statement_days
      )
      select
        ${id}, 'C' || i, 'Customer ' || i, '浙江省', '宁波市', '北仑区', '18 Weiwu Road', 'Customer ' || i,
        '91350100M000100Y43', 'Bank', '622000001', 'Zhao', '13800001001', ${oems[0]}, 1
      from generate_series(0, ${customers - 1}::int) i
    `,
    sql`
      insert into customer_oem (tenant_id, cust_id, oem_name)
      select ${id}, cust_id, ${oems[1]}
      from customer
      where tenant_id = ${id}
    `,
    sql`
      insert into customer_order (
        tenant_id, order_no, cust_id, order_date, oem_name, goods_amount, postage, postage_stat,
        total_amount, plan_out_date, rec_man, rec_tel, checkout_key, created_by, created_date
      )
      select
        ${id}, 'H' || i, 'C' || i % ${customers}::int, at, ${oems[0]}, 500, 18, 1, 518, at::date,
        'Zhao', '13800001001', 'h' || i, 'x', at
      from (
        select i, ${now}::timestamptz - i % 60 * interval '1 day' as at
        from generate_series(1, ${orders}::int) i
      ) x
    `,
    sql`
      insert into customer_order_line (
        tenant_id, order_no, seq, goods_id, goods_name, order_qty, unit_price, amount, created_by,
        created_date
      )
      select
        ${id}, order_no, n,
        'G' || lpad(((substr(order_no, 2)::int * 7 + n) % ${goods}::int)::text, 4, '0'), 'Goods', 1,
        100, 100, 'x', created_date
      from customer_order, generate_series(1, 5) n
      where tenant_id = ${id}
    `,
  ]);
  await db.platform(sql`select app_analyze()`);
  return id;
}
