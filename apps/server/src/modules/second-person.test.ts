import { secondPersonRule } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { mayStepAlone } from "../kernel/one-person.ts";
import { freshCode, noon, type TestServer, type TestUser, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { modules } from "./index.ts";

const day = 86_400_000;
const ok = { Code: 0 };
type Input = Record<string, unknown>;

/**
 * Describes how to test a command that needs a second person: the steps before the command, and the command's input.
 */
interface Chain {
  /** Organization of the user who does all steps. Default: O1. Null: the whole tenant. */
  readonly org?: string | null;
  /**
   * Performs the steps before the tested command. `clerk` performs the step after which only another person may run the
   * tested command.
   */
  readonly begin: (clerk: TestUser) => Promise<unknown>;
  readonly input: () => Input;
  /** Wire name of the document's table, and key of the document, as the system log stores them. */
  readonly log: () => readonly [target: string, key: string];
}

const commands = modules.flatMap((m) => m.commands ?? []).map(({ command }) => command);
const ruled = commands.filter((command) => secondPersonRule(command));
/** Words in the names of commands that decide about documents. Such a command must declare its rule of two persons. */
const decides =
  /Audit|Approve|Accept|Confirm|Judge|Close|Complete|SendBack|Refuse|Reject|Release|Sign|Settle/;
/** Commands that sound like decisions (Confirm, Audit …) but decide about no document of another user. */
const others = ["rf_ConfirmTotp", "rf_GetAuditState", "rf_CheckAudit", "rf_PreviewRelease"];

describe("a document with two steps", () => {
  let s: TestServer;
  let t: TestTenant;
  let id = "";
  const insert = (who: TestUser, MENU_ID: string, TableName: string, row: Input) =>
    who.mitt({ Type: "insert", MENU_ID, TableName, Data: [row] }).then((a) => expect(a).toMatchObject(ok));
  const run = async (who: TestUser, name: string, InParams: Input) =>
    expect(await who.mitt({ Type: `rf_${name}`, InParams }), name).toMatchObject(ok);
  const soon = new Date(noon + day).toISOString();

  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("M1", { MOLD_N_O: 1 });
    await t.mold("N1", { MOLD_N_O: 0 });
    await insert(t.admin, "NM101", "NEW_MOLD_PLAN", {
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

  const solved = async (clerk: TestUser) => {
    // The same user enters and solves the issue, so finder and solver are one person.
    await insert(clerk, "IN101", "MOLD_APPOINT", {
      APPOINT_ID: "I1",
      APPOINT_TYPE: 1,
      MOLD_NO: "M1",
      PROBLEM: "flash",
      APPOINT_LEVEL: 2,
    });
    await run(clerk, "SolveAppoint", { APPOINT_ID: "I1", SAVE_PROBLEM: "refitted" });
  };
  const finished = async (clerk: TestUser) => {
    const task = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 2,
      MOLD_NO: "M1",
      MT_SOURCE: 3,
      TASK_REASON: "pin broke",
    });
    id = task.TASK_ID;
    await run(clerk, "StartTask", { TASK_ID: id });
    await run(clerk, "FinishTask", { TASK_ID: id, MAINTAIN_CONTENT: "new pin" });
  };
  const counted = async (clerk: TestUser) => {
    const count = await t.admin.run<{ IV_ID: string }>("rf_StartInventory", {
      IV_NAME: "May",
      WIN_FROM: new Date(noon - day).toISOString(),
    });
    id = count.IV_ID;
    await run(clerk, "CountMold", { IV_ID: id, MOLD_NO: "X", OUTCOME: 4 });
    await run(clerk, "SubmitInventory", { IV_ID: id, REST_MISSING: "Y" });
  };
  const auditCounters = () =>
    insert(t.admin, "BS109", "SYS_PRM", { PRM_ID: "COUNTER_AUDIT", PRM_VALUE: "1" });

  const chains: Readonly<Record<string, Chain>> = {
    rf_AuditOrder: {
      begin: async (clerk) => {
        const row = { ORDER_ID: "A", MOLD_NO: "M1", ORDER_TIMES: 10, PE_DATE: soon };
        await insert(clerk, "PO101", "PRD_ORDER", row);
        await run(clerk, "SubmitOrder", { ORDER_ID: "A" });
      },
      input: () => ({ ORDER_ID: "A" }),
      log: () => ["PRD_ORDER", "A"],
    },
    rf_AuditTrial: {
      begin: async (clerk) => {
        const row = {
          TRIAL_ID: "T",
          MOLD_NO: "M1",
          TRIAL_REASON: "x",
          REQUESTER: "Li",
          PLAN_DATE: soon,
        };
        await insert(clerk, "TR101", "MOLD_TRIAL", row);
        await run(clerk, "SubmitTrial", { TRIAL_ID: "T" });
      },
      input: () => ({ TRIAL_ID: "T" }),
      log: () => ["MOLD_TRIAL", "T"],
    },
    rf_ApproveNewMold: {
      begin: (clerk) => run(clerk, "ReviewNewMold", { MOLD_NO: "N1" }),
      input: () => ({ MOLD_NO: "N1" }),
      log: () => ["NEW_MOLD_PLAN", "N1"],
    },
    rf_ConfirmMilestone: {
      begin: async (clerk) => {
        await run(clerk, "ReviewNewMold", { MOLD_NO: "N1" });
        await run(t.admin, "ApproveNewMold", { MOLD_NO: "N1" });
        await run(clerk, "ReportMilestone", {
          MOLD_NO: "N1",
          MILESTONE_CODE: "OPEN",
          ACTUAL_DATE: "2026-03-01",
          MILESTONE_NOTE: "x",
        });
      },
      input: () => ({ MOLD_NO: "N1", MILESTONE_CODE: "OPEN" }),
      log: () => ["NEW_MOLD_MILESTONE", "N1/OPEN"],
    },
    rf_AuditModification: {
      begin: async (clerk) => {
        const row = {
          MOD_ID: "G",
          MOLD_NO: "N1",
          MOD_TYPE: 1,
          MOD_REASON: "rib",
          REQUESTER: "Wu",
          REQUEST_DATE: "2026-05-01",
          MOD_DAYS: 5,
        };
        await insert(clerk, "NM106", "NEW_MOLD_MODIFICATION", row);
        await run(clerk, "SubmitModification", { MOD_ID: "G" });
      },
      input: () => ({ MOD_ID: "G" }),
      log: () => ["NEW_MOLD_MODIFICATION", "G"],
    },
    rf_CloseAppoint: {
      begin: solved,
      input: () => ({ APPOINT_IDS: ["I1"] }),
      log: () => ["MOLD_APPOINT", "I1"],
    },
    rf_SendBackAppoint: {
      begin: solved,
      input: () => ({ APPOINT_IDS: ["I1"], SEND_BACK_REASON: "still there" }),
      log: () => ["MOLD_APPOINT", "I1"],
    },
    rf_AcceptTask: {
      begin: finished,
      input: () => ({ TASK_ID: id }),
      log: () => ["MAINTAIN_TASK", id],
    },
    rf_SendBackTask: {
      begin: finished,
      input: () => ({ TASK_ID: id, SEND_BACK_REASON: "leaks" }),
      log: () => ["MAINTAIN_TASK", id],
    },
    rf_AuditSurplus: {
      org: "P1",
      begin: counted,
      input: () => ({ LINE_ID: `${id}/X`, IS_ACCEPTED: "Y" }),
      log: () => ["INVENTORY_DT", `${id}/X`],
    },
    rf_CloseInventory: {
      org: "P1",
      begin: async (clerk) => {
        await counted(clerk);
        await run(t.admin, "AuditSurplus", { LINE_ID: `${id}/X`, IS_ACCEPTED: "Y" });
      },
      input: () => ({ IV_ID: id }),
      log: () => ["INVENTORY_HD", id],
    },
    rf_JudgeCounters: {
      org: null,
      begin: async (clerk) => {
        await auditCounters();
        await insert(clerk, "CT101", "BS_WRITER", {
          WRITER_ID: "C1",
          WRITER_IMIE: freshCode("c"),
          WRITER_TYPE: "LTE",
          WRITER_STAT: 1,
          IS_VALID: "Y",
          ENABLE_GPS: "N",
          INT_REPORT: 12,
        });
      },
      input: () => ({ WRITER_IDS: ["C1"], C_STAT: 1 }),
      log: () => ["BS_WRITER", "C1"],
    },
    rf_JudgeReplacement: {
      org: null,
      begin: async (clerk) => {
        await t.counter("C1", { moldNo: "M1", moldId: await moldId("M1") });
        await t.counter("C2");
        await auditCounters();
        const change = await clerk.run<{ CHANGE_ID: number }>("rf_ReplaceCounter", {
          MOLD_NO: "M1",
          NEW_WRITER_ID: "C2",
          REASON: "battery",
        });
        id = String(change.CHANGE_ID);
      },
      input: () => ({ CHANGE_ID: Number(id), C_STAT: 1 }),
      log: () => ["BS_WRITER_CHANGE", id],
    },
  };
  const moldId = async (moldNo: string) => {
    const found = sql`select mold_id from mold where tenant_id = ${t.id} and mold_no = ${moldNo}`;
    return Number((await t.rows(found))[0]?.mold_id);
  };
  const allowOnePerson = (value: "0" | "1") =>
    t.rows(sql`
      update parameter set prm_value = ${value} where tenant_id = ${t.id} and prm_id = 'ONE_PERSON_STEPS'
    `);
  const logged = () =>
    t.rows(sql`
      select user_id, target, target_key from system_log where tenant_id = ${t.id} and action = 'onePerson'
    `);

  it("declares the rule of two persons, or why there is none, for each command that decides", () => {
    const undeclared = commands
      .filter((c) => decides.test(c.type) && !others.includes(c.type) && !c.secondPerson)
      .map((c) => c.type);
    expect(undeclared).toEqual([]);
  });

  it("is tested below for each command with the rule", () => {
    expect(Object.keys(chains).sort()).toEqual(ruled.map((c) => c.type).sort());
  });

  for (const command of ruled) {
    const { type } = command;
    const code = { ownRequest: "S0229", ownWork: "S0261", secondPerson: "S0237" };
    const refused = { Code: 1, Msg: code[secondPersonRule(command)?.refusal ?? "secondPerson"] };
    const { org = "O1", begin, input, log } = chains[type] as Chain;

    it(`needs two persons: ${type}`, async () => {
      const [clerk, chief] = [await t.user(org), await t.user(org)];
      await begin(clerk);
      expect(await clerk.mitt({ Type: type, InParams: input() })).toEqual(refused);
      expect(await logged()).toEqual([]);
      expect(await chief.mitt({ Type: type, InParams: input() })).toMatchObject(ok);
      expect(await logged()).toEqual([]);
    });

    it(`allows one person alone in the organization, if the parameter says so, with a log entry: ${type}`, async () => {
      const clerk = await t.user(org);
      await begin(clerk);
      await t.rows(
        sql`update "user" set org_id = 'O2' where tenant_id = ${t.id} and user_id <> ${clerk.userId}`,
      );
      await allowOnePerson("0");
      expect(await clerk.mitt({ Type: type, InParams: input() })).toEqual(refused);
      await allowOnePerson("1");
      expect(await clerk.mitt({ Type: type, InParams: input() })).toMatchObject(ok);
      const [target, key] = log();
      expect(await logged()).toEqual([{ user_id: clerk.userId, target, target_key: key }]);
    });
  }

  it("lets the only member of the staff step alone, although the shop's customers have users", async () => {
    const userId = t.admin.userId;
    await allowOnePerson("1");
    await t.rows(sql`
      with c as (
        insert into customer (tenant_id, cust_id, cust_name) values (${t.id}, 'C9', 'C9') returning cust_id
      )
      update "user" set org_id = null, cust_id = 'C9'
      where tenant_id = ${t.id} and user_id <> ${userId} and exists (select from c)
      returning 1
    `);
    const allowed = sql`select ${mayStepAlone({ tenantId: t.id, userId })} as allowed`;
    expect(await t.rows(allowed)).toEqual([{ allowed: true }]);
    await t.user(null);
    expect(await t.rows(allowed)).toEqual([{ allowed: false }]);
  });

  it("rolls the whole command back when it refuses", async () => {
    const [clerk] = [await t.user(null), await t.user(null)];
    await chains.rf_JudgeReplacement?.begin(clerk);
    const binding = sql`select mold_id, counter_id, unbound_at from binding where tenant_id = ${t.id}`;
    const before = await t.rows(binding);
    const InParams = { CHANGE_ID: Number(id), C_STAT: 1 };
    expect(await clerk.mitt({ Type: "rf_JudgeReplacement", InParams })).toMatchObject({ Msg: "S0229" });
    const preview = { Type: "preview", Command: "rf_JudgeReplacement", InParams };
    expect(await clerk.mitt(preview)).toMatchObject({ Msg: "S0229" });
    expect(await t.rows(binding)).toEqual(before);
  });
});
