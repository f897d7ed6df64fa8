import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";

/** Database access of the command line, with a context that acts as the operator in a tenant. */
export interface Operator {
  readonly db: Db;
  readonly now: number;
  /** PEM text of LICENCE_PUBLIC_KEY. */
  readonly licencePublicKey: string | undefined;
  tenant(code: string): Promise<{ id: number; ctx: Ctx }>;
}
