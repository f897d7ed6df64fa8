import type { App } from "../../app.ts";
import { sql } from "../../kernel/db/sql.ts";
import { demoPrivateKey, signLicence } from "../../licence/licence.ts";
import { day } from "./catalog.ts";

/** Returns a licence with 600 seats, so that many people can try the demo at once. Only demo tenants accept it. */
export async function demoLicence(app: App, tenantId: number): Promise<string> {
  const [rows] = await app.db.run(tenantId, [sql`select au_id from tenant where tenant_id = ${tenantId}`]);
  return signLicence(
    {
      auId: String(rows?.[0]?.au_id),
      aimTenant: "demo",
      custName: "Shotkeeper 演示企业",
      dueDate: new Date(app.now() + 5 * 365 * day).toISOString().slice(0, 10),
      validityControl: true,
      pcCount: 500,
      pdaCount: 100,
      issuedAt: new Date(app.now()).toISOString(),
    },
    demoPrivateKey,
  );
}
