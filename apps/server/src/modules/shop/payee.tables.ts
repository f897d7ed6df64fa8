import { payee, payeeList, payeeQrPart } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

/** SQL expression: path of the latest picture of the payee's QR code. */
const qrPath = ({ who: { tenantId } }: Ctx) => sql`
  select f.file_path
  from file_info f
  where f.tenant_id = ${tenantId}
    and f.owner_table = ${payee.wire}
    and f.owner_id = t.payee_id::text
    and f.owner_part = ${payeeQrPart}
    and f.media_type like 'image/%'
  order by f.created_date desc, f.file_id desc
  limit 1
`;

export const payeeQueries = [
  implement(payeeList, {
    from: "payee",
    columns: { qrPath },
    order: [{ field: "payeeId", direction: "asc" }],
  }),
];

export const payeeTables = [table(payee, { from: "payee", writes: ["A", "M", "D"] })];

export interface PayeeText {
  readonly accountHolder: string;
  readonly bankName: string;
  readonly bankAccount: string;
  readonly bankCode: string | null;
}

/** Returns the statement that selects the payees as documents print them. */
export const payeesSql = (tenantId: number) => sql<PayeeText>`
  select
    account_holder as "accountHolder", bank_name as "bankName", bank_account as "bankAccount",
    bank_code as "bankCode"
  from payee
  where tenant_id = ${tenantId}
  order by payee_id
`;
