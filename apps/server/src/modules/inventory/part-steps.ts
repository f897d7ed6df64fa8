import {
  type CountStep,
  countResult,
  countState,
  countSteps,
  refuseCountStep,
  stateOfParts,
} from "@shotkeeper/contract/inventory";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { coversPart } from "./inventory-facts.ts";
import { change, emitChange, lockCount, refuse } from "./locking.ts";

interface Part {
  readonly partId: string;
  readonly plantId: string | null;
  readonly partState: EnumValue<typeof countState>;
  readonly signedBy: string | null;
  /**
   * True if all expected molds of this part are in the caller's scope. Otherwise the caller cannot perform steps of
   * this part.
   */
  readonly isCovered: boolean;
}

type PartStep = Exclude<CountStep, "close">;

/** Returns the parts of a stock-take, one per plant. */
async function partsOf(ctx: Ctx, tx: Tx, countId: string): Promise<readonly Part[]> {
  return tx.query(
    sql<Part>`select p.part_id as "partId", p.plant_id as "plantId", p.part_state as "partState",
        p.signed_by as "signedBy",
        ${coversPart(ctx, "p")} as "isCovered"
      from inventory_part p
      where p.tenant_id = ${tx.tenantId} and p.count_id = ${countId}
      order by p.part_id`,
  );
}

/**
 * Returns the parts of the stock-take that a step changes: the part of the plant `plantId`, or else of the caller's
 * plant. Without `plantId` and without a plant of the caller, returns all parts. Throws if a part has molds outside the
 * caller's scope.
 */
function addressed(ctx: Ctx, parts: readonly Part[], plantId: string | null): readonly Part[] {
  const { scope } = ctx.who;
  const own = plantId ?? (scope.kind === "plant" ? scope.orgId : null);
  const found = own === null ? parts : parts.filter((p) => p.plantId === own);
  if (plantId !== null && found.length === 0) throw errors.unknownReference("plantId");
  if (found.length === 0 || !found.every((p) => p.isCovered)) throw errors.foreignRows();
  return found;
}

/**
 * Returns an SQL condition: the line with alias `l` belongs to one of the parts. The line of a surplus mold belongs to
 * the part of the plant that found the mold.
 */
const ofParts = (parts: readonly Part[]): Sql =>
  sql`(l.expected and l.count_id || '/' || coalesce(l.plant_id, '-') = any(${parts.map((p) => p.partId)}::text[])
      or not l.expected and l.found_org = any(${parts.flatMap((p) => p.plantId ?? [])}::text[]))`;

/** Returns how many expected molds of the parts have no result yet. */
export async function openMoldsOf(tx: Tx, countId: string, parts: readonly Part[]): Promise<number> {
  const [row] = await tx.query(
    sql<{ n: number }>`select count(*)::int as n
      from inventory_line l
      where l.tenant_id = ${tx.tenantId} and l.count_id = ${countId} and l.expected and ${ofParts(parts)}
        and l.result = ${countResult.values.open}`,
  );
  return row?.n ?? 0;
}

interface StepRequest {
  readonly countId: string;
  readonly plantId: string | null;
  /** SET clause for the parts (one for each plant): the columns that the step changes besides the state. */
  readonly partSets: Sql;
  /** SET clause for the stock-take. Used if the step changes the state of the whole stock-take. */
  readonly countSets: (state: EnumValue<typeof countState>) => Sql;
  readonly before?: (tx: Tx, parts: readonly Part[]) => Promise<unknown>;
  /** SET clause for the lines (alias `l`) that the step changes, and the condition that selects these lines. */
  readonly lines?: (isCountOver: boolean) => { readonly sets: Sql; readonly where: Sql };
}

/**
 * Performs a step for the caller's parts: locks the stock-take, checks whether the states allow the step, and writes
 * the parts and their lines. The state of the stock-take follows from the states of its parts.
 */
export async function performPartStep(
  ctx: Ctx,
  step: PartStep,
  r: StepRequest,
): Promise<{ readonly countId: string }> {
  const { countId } = r;
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    const facts = await lockCount(ctx, tx, countId, "update");
    const parts = await partsOf(ctx, tx, countId);
    const meant = addressed(ctx, parts, r.plantId);
    const isOnePlant = r.plantId !== null || ctx.who.scope.kind === "plant";
    refuse(refuseCountStep(step, { ...facts, partState: isOnePlant ? (meant[0]?.partState ?? null) : null }));
    const { from, to } = countSteps[step];
    const moved = meant.filter((p) => from.includes(p.partState));
    if (moved.length === 0) throw errors.wrongState();
    await r.before?.(tx, moved);
    const whole = stateOfParts(parts.map((p) => (moved.includes(p) ? to : p.partState)));
    const lines = r.lines?.(whole === countState.values.cancelled);
    await tx.all([
      ...(lines
        ? [
            sql`update inventory_line l set ${lines.sets}
              where l.tenant_id = ${tx.tenantId} and l.count_id = ${countId}
                and (${ofParts(moved)} or ${whole === countState.values.cancelled}) and ${lines.where}`,
          ]
        : []),
      ...moved.map((p) => change(ctx, "part", p.partId, sql`part_state = ${to}, ${r.partSets}`)),
      ...(whole === facts.countState
        ? []
        : [change(ctx, "count", countId, sql`count_state = ${whole}, ${r.countSets(whole)}`)]),
    ]);
  });
  emitChange(ctx);
  return { countId };
}
