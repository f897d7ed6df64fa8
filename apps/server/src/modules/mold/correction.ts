import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { moldScope } from "./mold-facts.ts";

export interface Correction {
  readonly moldNo: string;
  readonly qty: number;
  readonly reason: string;
  /**
   * Set if the correction is an estimate of the shots that the mold made without a counter: the period without a
   * counter, epoch ms.
   */
  readonly gap?: { readonly from: number; readonly to: number };
}

/** Adds a correction to the total of a mold in the caller's scope. Returns the id of the mold. */
export async function addCorrection(ctx: Ctx, tx: Tx, c: Correction): Promise<number> {
  const { tenantId } = tx;
  const { moldNo, qty, reason, gap } = c;
  const [mold] = await tx.query(
    sql<{
      mold_id: number;
    }>`
      update mold t
      set corrected_shots = corrected_shots + ${qty}
      where t.tenant_id = ${tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}
      returning mold_id
    `,
  );
  if (!mold) throw errors.unknownReference("moldNo");
  const [from, to] = gap ? [new Date(gap.from), new Date(gap.to)] : [null, null];
  await tx.all([
    sql`
      insert into count_correction (
        tenant_id, mold_id, qty, reason, is_estimated, gap_from, gap_to, created_by, created_date
      )
      values (
        ${tenantId}, ${mold.mold_id}, ${qty}, ${reason}, ${gap !== undefined}, ${from}, ${to},
        ${ctx.who.userId}, ${new Date(ctx.now)}
      )
    `,
    sql`
      ${logInto(ctx, "correct", "BS_MOLD", "after")} ${moldNo},
      ${JSON.stringify({ qty, reason, ...(gap && { isEstimated: true, gapFrom: from, gapTo: to }) })} returning 1
    `,
  ]);
  return mold.mold_id;
}
