import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const day = 86_400_000;
const ok = { Code: 0 };
const refused = { Code: 1, Msg: "S0237" };

/** Two steps of a document: an earlier step, and a later step for which another person is needed. */
interface Chain {
  readonly make: () => Promise<unknown>;
  readonly first: readonly [name: string, input: Record<string, unknown>];
  readonly second: readonly [name: string, input: Record<string, unknown>];
  readonly key: string;
}

describe("a document with two steps", () => {
  let s: TestServer;
  let t: TestTenant;
  let clerk: TestUser;
  let chief: TestUser;
  const insert = (MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
    clerk.mitt({ Type: "insert", MENU_ID, TableName, Data: [row] }).then((a) => expect(a).toMatchObject(ok));
  const run = (who: TestUser, name: string, InParams: Record<string, unknown>) =>
    who.mitt({ Type: `rf_${name}`, InParams });

  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("M1", { MOLD_N_O: 1 });
    await t.mold("N1", { MOLD_N_O: 0 });
    [clerk, chief] = [await t.user("O1"), await t.user("O1")];
    await insert("NM101", "NEW_MOLD_PLAN", {
      MOLD_NO: "N1",
      PLAN_OWNER: "Li",
      OPEN_DATE: "2026-03-01",
      T0_DATE: "2026-04-01",
      T1_DATE: "2026-04-20",
      QA_DATE: "2026-05-10",
      HO_DATE: "2026-05-15",
      CA_DATE: "2026-09-01",
      ACCEPTANCE_SHOTS: 1000,
    });
  });

  const chains = {
    order: {
      make: () =>
        insert("PO101", "PRD_ORDER", {
          ORDER_ID: "A",
          MOLD_NO: "M1",
          ORDER_TIMES: 10,
          PE_DATE: new Date(noon + day).toISOString(),
        }),
      first: ["SubmitOrder", { ORDER_ID: "A" }],
      second: ["AuditOrder", { ORDER_ID: "A" }],
      key: "A",
    },
    trial: {
      make: () =>
        insert("TR101", "MOLD_TRIAL", {
          TRIAL_ID: "T",
          MOLD_NO: "M1",
          TRIAL_REASON: "x",
          REQUESTER: "Li",
          PLAN_DATE: new Date(noon + day).toISOString(),
        }),
      first: ["SubmitTrial", { TRIAL_ID: "T" }],
      second: ["AuditTrial", { TRIAL_ID: "T" }],
      key: "T",
    },
    plan: {
      make: async () => undefined,
      first: ["ReviewNewMold", { MOLD_NO: "N1" }],
      second: ["ApproveNewMold", { MOLD_NO: "N1" }],
      key: "N1",
    },
    milestone: {
      make: async () => {
        await run(clerk, "ReviewNewMold", { MOLD_NO: "N1" });
        await run(t.admin, "ApproveNewMold", { MOLD_NO: "N1" });
      },
      first: [
        "ReportMilestone",
        { MOLD_NO: "N1", MILESTONE_CODE: "OPEN", ACTUAL_DATE: "2026-03-01", MILESTONE_NOTE: "x" },
      ],
      second: ["ConfirmMilestone", { MOLD_NO: "N1", MILESTONE_CODE: "OPEN" }],
      key: "N1/OPEN",
    },
    modification: {
      make: () =>
        insert("NM106", "NEW_MOLD_MODIFICATION", {
          MOD_ID: "G",
          MOLD_NO: "N1",
          MOD_TYPE: 1,
          MOD_REASON: "rib",
          REQUESTER: "Wu",
          REQUEST_DATE: "2026-05-01",
          MOD_DAYS: 5,
        }),
      first: ["SubmitModification", { MOD_ID: "G" }],
      second: ["AuditModification", { MOD_ID: "G" }],
      key: "G",
    },
  } satisfies Record<string, Chain>;

  for (const [name, { make, first, second, key }] of Object.entries<Chain>(chains)) {
    it(`needs two persons: ${name}`, async () => {
      await make();
      expect(await run(clerk, ...first)).toMatchObject(ok);
      expect(await run(clerk, ...second)).toEqual(refused);
      expect(await run(chief, ...second)).toMatchObject(ok);
    });

    it(`allows one person alone in the organization, if the parameter says so, with a log entry: ${name}`, async () => {
      await t.rows(
        sql`update "user" set org_id = 'O2' where tenant_id = ${t.id} and user_id = ${chief.userId}`,
      );
      await make();
      expect(await run(clerk, ...first)).toMatchObject(ok);
      await t.rows(
        sql`update parameter set prm_value = '0' where tenant_id = ${t.id} and prm_id = 'ONE_PERSON_STEPS'`,
      );
      expect(await run(clerk, ...second)).toEqual(refused);
      await t.rows(
        sql`update parameter set prm_value = '1' where tenant_id = ${t.id} and prm_id = 'ONE_PERSON_STEPS'`,
      );
      expect(await run(clerk, ...second)).toMatchObject(ok);
      const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", key));
      expect(log.filter((l) => l.ACTION === "onePerson")).toMatchObject([{ USER_ID: clerk.userId }]);
    });
  }

  it("is a stock-take: nobody closes what he signed, or judges the surplus that he found", async () => {
    const begun = await t.admin.run<{ IV_ID: string }>("rf_StartInventory", {
      IV_NAME: "May",
      WIN_FROM: new Date(noon - day).toISOString(),
    });
    const { IV_ID } = begun;
    const [one, two] = [await t.user("P1"), await t.user("P1")];
    await one.run("rf_CountMold", { IV_ID, MOLD_NO: "X", OUTCOME: 4 });
    await one.run("rf_SubmitInventory", { IV_ID, REST_MISSING: "Y" });
    const judge = (who: TestUser) => run(who, "AuditSurplus", { LINE_ID: `${IV_ID}/X`, IS_ACCEPTED: "Y" });
    expect(await judge(one)).toEqual(refused);
    expect(await judge(two)).toMatchObject(ok);
    expect(await run(one, "CloseInventory", { IV_ID })).toEqual(refused);
    expect(await run(two, "CloseInventory", { IV_ID })).toMatchObject(ok);
  });
});
