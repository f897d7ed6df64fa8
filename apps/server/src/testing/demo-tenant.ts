import { seedDemo } from "../demo/seed.ts";
import { sql } from "../kernel/db/sql.ts";
import { freshCode, type TestServer } from "./server.ts";

/**
 * Creates a demo tenant without a history. Returns its id and code. Chip codes are unique over all tenants, so the chip
 * codes that earlier tests left in the database of this worker are deleted first.
 */
export async function demoTenant(s: TestServer): Promise<{ readonly id: number; readonly code: string }> {
  await s.app.db.platform(sql`delete from chip`);
  const code = freshCode("demo");
  return { id: await seedDemo(s.app, code), code };
}
