import { counter, counterState } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";

/**
 * Builds the statement that reserves the chip codes of counters, unless these are retired. A chip code is unique across
 * all tenants: a code that another tenant has is refused as a duplicate, and so is the code of a counter in stock.
 */
export const reserveChips = (chipCodes: readonly unknown[], writerIds: readonly unknown[] = []): Sql => sql`
  select app_reserve_chips(${chipCodes}::text[], ${writerIds}::text[])
`;

/** Builds the statements that follow the insert of counters: for the tables `chip` and `counter_state`. */
export const afterRegistration = (tenantId: number, chipCodes: readonly unknown[]): Sql[] => [
  reserveChips(chipCodes),
  sql`
    insert into counter_state (tenant_id, counter_id)
    select c.tenant_id, c.counter_id
    from counter c
    where c.tenant_id = ${tenantId} and c.chip_code = any(${chipCodes})
    on conflict do nothing
    returning 1
  `,
];

/** Counter that is registered because the shop has shipped it. Its counter number is its chip code. */
export interface DeliveredCounter {
  readonly chipCode: string;
  readonly type: string;
}

/**
 * Builds the statements that register delivered counters as approved and in stock, so that they can be bound. The
 * shipment that names each counter replaces the approval by a second person.
 */
export function registerDelivered(ctx: Ctx, counters: readonly DeliveredCounter[], remark: string): Sql[] {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const chips = counters.map((c) => c.chipCode);
  return [
    // A counter that was returned to the shop is used again with its history, and its chip code is reserved again.
    sql`
      with done as (
        update counter
        set
          state = ${counterState.values.inStock}, remark = ${remark}, updated_by = ${userId},
          updated_date = ${at}
        where tenant_id = ${tenantId}
          and chip_code = any(${chips})
          and state = ${counterState.values.retired}
        returning *
      ) ${logInto(ctx, "update", counter.wire, "after")} done.writer_id, to_jsonb(done) - 'secret_hash'
      from done
    `,
    sql`
      with known as (
        select c.chip_code
        from counter c
        where c.tenant_id = ${tenantId} and c.chip_code = any(${chips})
      ),
      done as (
        insert into counter (
          tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, approval, remark,
          created_by, created_date, updated_by, updated_date
        )
        select
          ${tenantId}::int, x.chip, x.chip, x.type, ${counterState.values.inStock}::int, true, false,
          ${counterChangeStat.values.passed}::int, ${remark}::text, ${userId}, ${at}::timestamptz,
          ${userId}, ${at}::timestamptz
        from unnest(${chips}::text[], ${counters.map((c) => c.type)}::text[]) x (chip, type)
        where x.chip not in (select chip_code from known)
        returning *
      ) ${logInto(ctx, "insert", counter.wire, "after")} done.writer_id, to_jsonb(done) - 'secret_hash'
      from done
      returning 1
    `,
    ...afterRegistration(tenantId, chips),
  ];
}
