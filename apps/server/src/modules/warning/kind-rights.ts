import type { Action } from "@shotkeeper/contract/kernel";
import { kindsWithin, type warningKind } from "@shotkeeper/contract/warning";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Returns the kinds of warnings on which the caller may perform the action. A right on a warning screen is valid only
 * for the kinds of that screen.
 */
export const kindsOf = (ctx: Ctx, action: Action) => kindsWithin((menu) => may(ctx.who, menu, action));

/** Returns whether the caller may perform the action on warnings of this kind. */
export function mayKind(ctx: Ctx, action: Action, kind: string): boolean {
  return (kindsOf(ctx, action) as readonly string[]).includes(kind);
}

export function kindIn(kinds: readonly (keyof typeof warningKind.values)[]): Sql {
  return sql`t.kind = any(${kinds}::text[])`;
}
