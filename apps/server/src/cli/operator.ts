import type { Ctx } from "../kernel/ctx.ts";
import type { Db } from "../kernel/db/db.ts";

/**
 * Access of the commands to the database. `tenant` returns a tenant's id and a context (`ctx`) with which a command
 * acts as the operator of the platform.
 */
export interface Operator {
  readonly db: Db;
  /** Folder of the tenants' files (DATA_DIR/files). */
  readonly filesDir: string;
  readonly now: number;
  /** Public key that verifies licences: the PEM text of the setting LICENCE_PUBLIC_KEY. */
  readonly licencePublicKey: string | undefined;
  /**
   * URL with which a command connects to the database as the owner of the schema. Undefined: the database is embedded.
   */
  readonly ownerUrl: string | undefined;
  tenant(code: string): Promise<{ id: number; ctx: Ctx }>;
}
