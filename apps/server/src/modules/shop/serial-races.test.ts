import { beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, type TestServer, where, withServer } from "../../testing/server.ts";
import { makeShop, type TestShop } from "../../testing/shop.ts";

const url = process.env.DATABASE_URL;

// Skipped on the embedded database: it has one connection, so two transactions never overlap there.
describe.skipIf(!url)(
  "a chip code that is registered and put in stock at the same moment (only PostgreSQL)",
  () => {
    let s: TestServer;
    let shop: TestShop;
    beforeAll(async () => {
      s = await withServer();
      shop = await makeShop(s);
    });

    /** Waits until this number of transactions wait for a lock. */
    const blocked = (n: number) =>
      expect
        .poll(
          async () => {
            const [found] = await shop.t.rows<{ n: number }>(sql`
              select count(*)::int as n
              from pg_locks l
              join pg_stat_activity a on a.pid = l.pid
              where not l.granted and a.datname = current_database()
            `);
            return found?.n;
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThanOrEqual(n);

    const receive = (chips: readonly string[]) =>
      shop.t.admin.mitt({
        Type: "rf_ReceiveStock",
        InParams: { GOODS_ID: "JS001", RECEIVED_QTY: chips.length, SERIALS: chips, REASON: "delivery" },
      });
    const register = (chip: string) =>
      shop.t.admin.mitt({
        Type: "insert",
        MENU_ID: "CT101",
        TableName: "BS_WRITER",
        Data: [
          {
            WRITER_ID: freshCode("C"),
            WRITER_IMIE: chip,
            WRITER_TYPE: "LTE",
            WRITER_STAT: 1,
            IS_VALID: "Y",
            ENABLE_GPS: "N",
            INT_REPORT: 12,
          },
        ],
      });
    const states = async (chip: string) => ({
      registered: (await shop.t.admin.list("CT101", "Q01", where("WRITER_IMIE", chip))).length,
      inStock: (await shop.t.admin.list("OR104", "Q03", where("WRITER_IMIE", chip))).length,
    });

    it("is only put in stock if the receipt was first", async () => {
      const [chip = "", last = ""] = [freshCode("SNA"), freshCode("SNB")].sort();
      let answers: Promise<unknown>[] = [];
      const undone = new Error("undone");
      // An open transaction has inserted the second serial number. So the command that adds both numbers to the stock
      // checks the first number, and then waits for the transaction.
      const work = async (tx: Tx) => {
        await tx.query(
          sql`
          insert into stock_serial (tenant_id, chip_code, goods_id, serial_state)
          values (${shop.t.id}, ${last}, 'J007', 0)
        `,
        );
        answers = [receive([chip, last])];
        await blocked(1);
        answers.push(register(chip));
        await Promise.race([blocked(2), answers[1]]);
        throw undone;
      };
      await expect(s.app.db.tx(shop.t.id, work)).rejects.toBe(undone);
      expect(await Promise.all(answers)).toMatchObject([{ Code: 0 }, { Code: 1, Msg: "S0029^WRITER_IMIE" }]);
      expect(await states(chip)).toEqual({ registered: 0, inStock: 1 });
    });

    it("gets into one of both states, whichever comes first", async () => {
      for (let i = 0; i < 15; i++) {
        const chip = freshCode("SN");
        const answers = await Promise.all(
          i % 2 === 0 ? [receive([chip]), register(chip)] : [register(chip), receive([chip])],
        );
        expect(answers.filter((a) => a.Code === 0)).toHaveLength(1);
        const { registered, inStock } = await states(chip);
        expect(registered + inStock).toBe(1);
      }
    });
  },
);
