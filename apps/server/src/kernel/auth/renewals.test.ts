import { beforeEach, describe, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Principal } from "../principal.ts";
import { addUser, type KernelTenant, kernelTenant } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { storePassword } from "./password-policy.ts";
import { hashSecret } from "./secret.ts";
import { Sessions } from "./sessions.ts";

const url = process.env.DATABASE_URL;
const later = noon + 2 * 3_600_000;
let t: KernelTenant;
beforeEach(async () => {
  t = await kernelTenant();
  await addUser(t, "ann");
});
const rows = () => t.rows(sql`select token_hash from session where tenant_id = ${t.id}`);
const open = async () => new Sessions(await testDb()).open(t.id, "ann", "PC", false, noon);

it("gives the old token another new one if the answer of the other server was lost", async () => {
  const db = await testDb();
  const token = await open();
  expect((await new Sessions(db).find(token, later)).renewed).toBeDefined();
  const other = new Sessions(db);
  expect((await other.find(token, later + 1000)).renewed).toBeUndefined();
  const { renewed } = await other.find(token, later + 30_000);
  expect((await other.find(renewed, later + 30_000)).who.userId).toBe("ann");
});

// Skipped on the embedded database: it has one connection, so two transactions never overlap there.
describe.skipIf(!url)("a session whose token is being renewed (only with DATABASE_URL)", () => {
  /** Ends sessions by `end` while the renewal of the token has made the new token and is not committed yet. */
  async function endDuring(token: string, end: (who: Principal) => Promise<unknown>): Promise<void> {
    const db = await testDb();
    const { who } = await new Sessions(db).find(token, noon);
    let ending: Promise<unknown> | undefined;
    const slow: CallerDb = Object.assign(Object.create(db), {
      tx: (id: number, work: Parameters<typeof db.tx>[1]) =>
        db.tx(id, async (tx) => {
          const result = await work(tx);
          if (typeof result !== "string") return result;
          ending = end(who);
          const isBlocked = () =>
            t.rows(sql`select 1 from pg_locks where not granted`).then((found) => found.length > 0);
          await expect.poll(isBlocked).toBe(true);
          return result;
        }),
    });
    expect((await new Sessions(slow).find(token, later)).renewed).toBeDefined();
    await ending;
  }
  const passwordOf = async (exceptSession?: string) =>
    (await testDb()).run(
      t.id,
      storePassword(
        { tenantId: t.id, userId: "ann" },
        {
          ...{ hash: "x", mustChange: false, by: "ann", at: new Date(noon) },
          ...(exceptSession && { exceptSession }),
        },
      ),
    );

  it("ends by a log-out", async () => {
    await endDuring(await open(), async (who) => {
      const db = await testDb();
      return new Sessions(db).close(db, who);
    });
    expect(await rows()).toEqual([]);
  });

  it("ends by a change of the password on another device", async () => {
    const mine = hashSecret(await open());
    await endDuring(await open(), () => passwordOf(mine));
    expect((await rows()).map((r) => r.token_hash)).toEqual([mine]);
  });

  it("ends by a reset of the password", async () => {
    await endDuring(await open(), () => passwordOf());
    expect(await rows()).toEqual([]);
  });
});
