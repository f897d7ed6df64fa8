import { paymentStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { customerOrder, maxReceiptBytes, payment } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";

const { waiting } = paymentStat.values;

/**
 * SQL condition: the file with alias `f` may be a payment voucher for the orders. Such a file is a picture that the
 * caller uploaded and that belongs to one of these orders or to no row yet. Printed documents of an order are excluded:
 * their `owner_part` begins with "PDF".
 */
export const mayBeReceipt = ({ who }: Ctx, orderNos: Sql): Sql => sql`
  f.tenant_id = ${who.tenantId}
    and f.created_by = ${who.userId}
    and f.media_type like 'image/%'
    and f.file_size > 0
    and (
      f.owner_table is null
        or (
          f.owner_table = ${customerOrder.wire}
            and f.owner_id = any(${orderNos})
            and coalesce(f.owner_part, '') not like 'PDF%'
        )
    )
`;

/**
 * SQL condition: the content of the file with alias `f` belongs to a payment already, or to a row other than the orders
 * `orderNos`.
 */
export const isUsedContent = ({ who: { tenantId } }: Ctx, orderNos: Sql): Sql => sql`
  exists (
    select 1
    from payment_file u
    where u.tenant_id = ${tenantId} and (u.content_hash = f.file_code or u.file_id = f.file_id)
  )
  or exists (
    select 1
    from file_info u
    where u.tenant_id = ${tenantId}
      and u.file_code = f.file_code
      and u.file_id <> f.file_id
      and u.owner_table is not null
      and (u.owner_table <> ${customerOrder.wire} or not u.owner_id = any(${orderNos}))
  )
`;

/**
 * SQL expression: open amount of the order with alias `t` that no waiting payment reports, yuan. A waiting payment of
 * several orders pays them in the sequence of their numbers, as its confirmation does.
 */
export const unreportedSql = (tenantId: number): Sql => sql`
  greatest(
    t.open_amount - (
      select coalesce(
        sum(
          greatest(
            p.paid_amount - (
              select coalesce(sum(b.open_amount), 0)
              from payment_order y
              join customer_order b on b.tenant_id = ${tenantId} and b.order_no = y.order_no
              where y.tenant_id = ${tenantId} and y.payment_id = p.payment_id and y.order_no < t.order_no
            ),
            0
          )
        ),
        0
      )
      from payment_order x
      join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
      where x.tenant_id = ${tenantId} and x.order_no = t.order_no and p.payment_stat = ${sql.constant(waiting)}
    ),
    0
  )
`;

/** SQL condition: the file with alias `f` is larger than a payment voucher may be. */
export const isTooLarge = sql`f.file_size > ${maxReceiptBytes}`;

export interface Receipt {
  readonly paymentId: string;
  readonly custId: string;
  readonly amount: number;
  readonly paidOn: string;
  readonly orderNos: readonly string[];
  readonly fileIds: readonly string[];
}

/**
 * Builds the statements that store payments with their payment vouchers (pictures) and orders. The statements must run
 * in the transaction that changes the orders' states.
 */
export function storeReceipts(ctx: Ctx, receipts: readonly Receipt[]): readonly Sql[] {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const each = <T>(value: (r: Receipt) => T) => receipts.map(value);
  const files = receipts.flatMap((r) => r.fileIds.map((f) => [r.paymentId, f, r.orderNos[0] ?? ""] as const));
  const orders = receipts.flatMap((r) => r.orderNos.map((o) => [r.paymentId, o] as const));
  return [
    sql`
      with done as (
        insert into payment as p (
          tenant_id, payment_id, cust_id, paid_amount, paid_on, payment_stat, created_by, created_date,
          updated_by, updated_date
        )
        select
          ${tenantId}::int, id, cust, amount, paid, ${waiting}::int, ${userId}::text, ${at}::timestamptz,
          ${userId}::text, ${at}::timestamptz
        from unnest(
          ${each((r) => r.paymentId)}::text[], ${each((r) => r.custId)}::text[],
          ${each((r) => r.amount)}::numeric[], ${each((r) => r.paidOn)}::date[]
        ) x (id, cust, amount, paid)
        returning p.payment_id, app_row(p) as after
      )
      ${logInto(ctx, "insert", payment.wire, "after")} done.payment_id, done.after from done returning 1
    `,
    sql`
      insert into payment_order (tenant_id, payment_id, order_no)
      select ${tenantId}::int, id, no
      from unnest(${orders.map((o) => o[0])}::text[], ${orders.map((o) => o[1])}::text[]) x (id, no)
      returning 1
    `,
    sql`
      insert into payment_file (tenant_id, payment_id, file_id, content_hash)
      select ${tenantId}::int, x.id, f.file_id, f.file_code
      from unnest(${files.map((f) => f[0])}::text[], ${files.map((f) => f[1])}::text[]) x (id, file)
      join file_info f on f.tenant_id = ${tenantId} and f.file_id = x.file
      returning 1
    `,
    sql`
      update file_info f
      set
        owner_table = ${customerOrder.wire}, owner_id = x.no, owner_part = 'paymentFile',
        is_draft = false, updated_by = ${userId}, updated_date = ${at}
      from unnest(${files.map((f) => f[1])}::text[], ${files.map((f) => f[2])}::text[]) x (file, no)
      where f.tenant_id = ${tenantId} and f.file_id = x.file
    `,
    sql`
      insert into order_voucher (
        tenant_id, order_no, file_id, created_by, created_date, updated_by, updated_date
      )
      select ${tenantId}::int, o.order_no, f.file_id, ${userId}, ${at}, ${userId}, ${at}
      from payment_order o
      join payment_file f on f.tenant_id = ${tenantId} and f.payment_id = o.payment_id
      where o.tenant_id = ${tenantId} and o.payment_id = any(${each((r) => r.paymentId)})
      on conflict do nothing
    `,
  ];
}

/**
 * Statement that makes the database check the trigger `customer_order_receipt` now instead of at the commit. The
 * trigger refuses an order in the state "payment voucher uploaded" that has no payment with a picture.
 */
export const checkReceipts = sql`set constraints customer_order_receipt immediate`;

export interface CandidateFile {
  readonly fileName: string;
  readonly isUsed: boolean;
  readonly isTooLarge: boolean;
  readonly content: string;
}

/** SQL statement: the files among `fileIds` that may be payment vouchers of the orders. */
export const candidatesSql = (ctx: Ctx, fileIds: readonly string[], orderNos: readonly string[]) =>
  sql<CandidateFile>`
    select
      f.file_name as "fileName", f.file_code as content, ${isTooLarge} as "isTooLarge",
      (${isUsedContent(ctx, sql`${orderNos}`)}) as "isUsed"
    from file_info f
    where f.file_id = any(${fileIds}) and ${mayBeReceipt(ctx, sql`${orderNos}`)}
  `;

/** Throws unless every file may be a payment voucher, and no two have the same content. */
export function requireReceipts(found: readonly CandidateFile[], fileIds: readonly string[]): void {
  if (found.length !== fileIds.length) throw errors.unknownReference("fileIds");
  requireUsable(found);
}

/** Throws if a file is too large, if its content was used before, or if two files have the same content. */
export function requireUsable(found: readonly CandidateFile[]): void {
  const large = found.find((f) => f.isTooLarge);
  if (large) throw errors.receiptTooLarge(large.fileName);
  const used = found.find((f, i) => f.isUsed || found.findIndex((g) => g.content === f.content) !== i);
  if (used) throw errors.receiptUsed(used.fileName);
}
