import type { EnumValue } from "@shotkeeper/contract/kernel";
import { type RoleOfClaim, ssoMode } from "@shotkeeper/contract/system";
import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

/** Stored settings of a tenant's single sign-on. `client_secret` is encrypted. */
export interface SsoRow {
  readonly mode: EnumValue<typeof ssoMode>;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly label: string;
  readonly scope: string;
  readonly role_claim: string | null;
  readonly role_map: readonly RoleOfClaim[];
  readonly default_role: string | null;
  readonly mail_domain: string | null;
  readonly creates_users: boolean;
  readonly links_by_mail: boolean;
  readonly updated_by: string | null;
  readonly updated_date: string | null;
}

/** Purpose for which the client secret is encrypted. The stored text can be decrypted only for the same purpose. */
export const clientSecretPurpose = "sso client";

/** Returns the settings of a tenant, or undefined if there are none. */
export async function readSso(db: CallerDb, tenantId: number): Promise<SsoRow | undefined> {
  const [rows] = await db.run(tenantId, [
    sql<SsoRow>`
      select
        mode, issuer, client_id, client_secret, label, scope, role_claim, role_map, default_role, mail_domain,
        creates_users, links_by_mail, updated_by, updated_date
      from sso_setting
      where tenant_id = ${tenantId}
    `,
  ]);
  return rows[0];
}

/** Returns whether the log-in page offers the provider. */
export const isOffered = (s: SsoRow | undefined): s is SsoRow =>
  s !== undefined && s.mode !== ssoMode.values.off;
