import { everyRight, userStatus } from "@shotkeeper/contract/system";
import type { Db } from "../kernel/db/db.ts";
import { sql } from "../kernel/db/sql.ts";
import { standardRules } from "../modules/notice/index.ts";

export interface NewTenant {
  readonly code: string;
  readonly fullName: string;
  readonly sysName?: string;
  readonly zone?: string;
  /** Hash of the administrator's password, made by `hashPassword`. */
  readonly adminHash: string;
  /** True if the administrator must change the password at the first log-in. */
  readonly isOneTime?: boolean;
  readonly demo?: boolean;
}

/** Rights of an administrator: every right on every screen. */
export const allRights = everyRight;

/** Document rules (numbering) of a new tenant, named in the default language. */
const documentRules = [
  { id: "MT", name: "保养任务", prefix: "MT", digits: 4 },
  { id: "PO", name: "生产订单", prefix: "PO", digits: 4 },
  { id: "DB", name: "模具调拨", prefix: "DB", digits: 4 },
  { id: "BF", name: "模具报废", prefix: "BF", digits: 4 },
  { id: "ZT", name: "模具状态变更", prefix: "ZT", digits: 4 },
  { id: "IN", name: "点检单", prefix: "DJ", digits: 4 },
  { id: "IV", name: "盘点单", prefix: "PD", digits: 4 },
  { id: "D029", name: "商城订单", prefix: "SO", digits: 4 },
  { id: "D030", name: "开票申请", prefix: "FP", digits: 4 },
  { id: "D031", name: "发货单", prefix: "FH", digits: 4 },
  { id: "D032", name: "库存单", prefix: "KC", digits: 4 },
  { id: "D033", name: "退换货单", prefix: "TH", digits: 4 },
  { id: "D034", name: "退款单", prefix: "TK", digits: 4 },
  { id: "TR", name: "试模单", prefix: "SM", digits: 4 },
  { id: "MD", name: "新模改模", prefix: "GM", digits: 4 },
];

/** Creates a tenant with an administrator who has every right. Returns the id of the tenant. */
export async function createTenant(db: Db, t: NewTenant, now: number): Promise<number> {
  const [rows] = await db.platform(
    sql`
      select app_create_tenant(
        ${t.code}, ${t.fullName}, ${t.sysName ?? "Shotkeeper"}, ${t.zone ?? "Asia/Shanghai"},
        ${t.demo ?? false}, ${new Date(now)}
      ) as id
    `,
  );
  const id = Number(rows?.[0]?.id);
  const at = new Date(now);
  await db.run(id, [
    sql`update tenant set cust_name = full_name where tenant_id = ${id}`,
    sql`
      insert into role (
        tenant_id, role_code, role_name, data_scope, created_by, created_date, updated_by,
        updated_date
      )
      values (${id}, 'admin', 'Administrator', 'tenant', 'system', ${at}, 'system', ${at})
    `,
    sql`
      insert into role_right (tenant_id, role_code, authority)
      select ${id}, 'admin', unnest(${allRights()}::text[]) returning 1
    `,
    sql`
      insert into "user" (
        tenant_id, user_id, user_name, status, role_code, password_hash, must_change_password,
        created_by, created_date, updated_by, updated_date
      )
      values (
        ${id}, 'admin', 'Administrator', ${userStatus.values.enabled}, 'admin',
        ${t.adminHash}, ${t.isOneTime ?? false}, 'system', ${at}, 'system', ${at}
      )
    `,
    sql`
      insert into document_rule (
        tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits,
        joiner, created_by, created_date, updated_by, updated_date
      )
      select
        ${id}, r->>'id', r->>'name', r->>'prefix', true, 2, 0, (r->>'digits')::int, '', 'system',
        ${at}, 'system', ${at}
      from json_array_elements(${JSON.stringify(documentRules)}::json) r
      returning 1
    `,
    sql`
      insert into dictionary (
        tenant_id, dict_code, dict_name, created_by, created_date, updated_by, updated_date
      )
      select distinct ${id}::int, r.dict_code, r.dict_name, 'system', ${at}::timestamptz, 'system', ${at}::timestamptz
      from app_repair_lists() r
      returning 1
    `,
    sql`
      insert into dictionary_item (
        tenant_id, dict_code, item_value, item_name, seq, created_by, created_date, updated_by, updated_date
      )
      select ${id}, r.dict_code, r.item_value, r.item_name, r.seq, 'system', ${at}, 'system', ${at}
      from app_repair_lists() r
      returning 1
    `,
    standardRules(id, now),
  ]);
  return id;
}
