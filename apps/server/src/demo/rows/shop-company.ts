import { companyRole } from "@shotkeeper/contract/shop";
import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { customerRows } from "./customers.ts";
import { priceOf } from "./products.ts";

const hour = 3_600_000;
const custId = "C003";
/** Id of the first user of the customer `custId`, who approves the orders of the customer's buyers. */
const approverId = "cust2";
/** Buyer of the customer `custId`. The buyer's orders above `limit` (yuan) wait for the approver. */
const buyer = { id: "cust5", name: "王蕾" };
const limit = 2000;

/** Orders of the buyer that wait for approval. */
const waiting: readonly {
  readonly ago: number;
  readonly lines: readonly (readonly [id: string, qty: number])[];
}[] = [
  {
    ago: 3 * hour,
    lines: [
      ["JS001", 4],
      ["J002", 4],
    ],
  },
  { ago: 20 * hour, lines: [["JS002", 6]] },
];

/** Shared list of the customer `custId`: the goods that it orders for one production line. */
const list = [
  ["JS001", 8],
  ["J002", 8],
  ["DC001", 5],
] as const;

/** Gives a company of the demo a buyer, an approval limit, orders that wait for the approver, and a shared list. */
export async function seedCompany(actor: Actor, now: number, founded: number): Promise<void> {
  const { app, tenantId } = actor;
  const { approver } = companyRole.values;
  const at = new Date(founded);
  const oem = customerRows.find((c) => c.CUST_ID === custId)?.DEFAULT_OEM ?? "";
  await app.db.run(tenantId, [
    sql`
      update "user" set company_role = ${approver} where tenant_id = ${tenantId} and user_id = ${approverId}
    `,
    sql`
      insert into "user" (
        tenant_id, user_id, user_name, status, role_code, cust_id, password_hash, created_by, created_date,
        updated_by, updated_date
      )
      select
        ${tenantId}::int, ${buyer.id}, ${buyer.name}, 0, o.role_code, o.cust_id, o.password_hash, ${approverId}, ${at},
        ${approverId}, ${at}
      from "user" o
      where o.tenant_id = ${tenantId} and o.user_id = ${approverId}
      on conflict do nothing
    `,
    sql`update customer set approval_above = ${limit} where tenant_id = ${tenantId} and cust_id = ${custId}`,
    sql`
      with head as (
        insert into order_list (
          tenant_id, cust_id, list_name, is_shared, created_by, created_date, updated_by, updated_date
        )
        values (${tenantId}, ${custId}, '三号线备件', true, ${approverId}, ${at}, ${approverId}, ${at})
        returning list_id
      )
      insert into order_list_line (
        tenant_id, list_id, seq, goods_id, oem_name, order_qty, mold_kind, magnet, created_by, created_date
      )
      select
        ${tenantId}::int, head.list_id, x.n, x.id, ${oem}::text, x.qty,
        case when x.id like 'JS%' then 'plastic' end, case when x.id like 'JS%' then 0 else -1 end, ${approverId}, ${at}
      from head
      cross join unnest(
        ${list.map(([id]) => id)}::text[], ${list.map(([, qty]) => qty)}::bigint[]
      ) with ordinality x (id, qty, n)
    `,
  ]);
  for (const [n, { ago, lines }] of waiting.entries())
    await actor.run(
      "rf_CreateCustOrder",
      {
        CHECKOUT_KEY: `demo-waiting-${n}`,
        DATA: [
          {
            HD_INFO: { CUST_ID: custId, OEM_NAME: oem, POSTAGE_STAT: 1 },
            DT_INFO: lines.map(([GOODS_ID, QTY]) => ({
              GOODS_ID,
              QTY,
              UNIT_PRICE: priceOf(GOODS_ID, oem),
              MOLD_TYPE: "plastic",
              MAGNET: 0,
              SIDE_TYPE: -1,
            })),
          },
        ],
      },
      now - ago,
      buyer.id,
    );
}
