import { indicator, indicatorRules } from "@shotkeeper/contract/indicator";
import { type Access, allows, codes } from "@shotkeeper/contract/kernel";
import type { MenuId } from "@shotkeeper/contract/menus";
import { handoverSide } from "@shotkeeper/contract/new-mold";
import { everyRight, keyScopes } from "@shotkeeper/contract/system";
import { beforeAll, describe, expect, it } from "vitest";
import type { Principal } from "../../kernel/ctx.ts";
import { dispatch } from "../../kernel/dispatch.ts";
import { forceScopes, makeTestKey, principalOfKey } from "../../testing/api-key.ts";
import { type Operation, operationsOf } from "../../testing/operations.ts";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

/**
 * Returns whether the declared access of an operation admits an API key with this single scope. Does not use the
 * function `allows`, whose result the test checks.
 */
function isDeclared(access: Access, scope: string, kind: "staff" | "plant"): boolean {
  if (access.kind === "anonymous") return true;
  if (access.kind !== "right" || access.peopleOnly) return false;
  return (
    access.menus.some((menu) => scope === `${menu}:${access.action}`) && (access.only?.includes(kind) ?? true)
  );
}

/**
 * Returns the operations with inputs that a key with this scope may send. Some operations also check the input: an
 * indicator belongs to one screen, and an unsaved script needs a right of its own.
 */
const operationsFor = (scope: string): readonly Operation[] =>
  operationsOf(s.app.registry, (field) => {
    if (field === "indicator") {
      const found = Object.entries(indicatorRules).find(([, rule]) => scope === `${rule.menu}:Q`);
      return found && indicator.values[found[0] as keyof typeof indicator.values];
    }
    return { statement: null, handoverSide: handoverSide.values.taker, plantId: "P1" }[field];
  });

/** Returns the codes with which the server answers the requests of an operation. */
async function answersTo(who: Principal, { requests }: Operation): Promise<string[]> {
  const { db, events, sessions, secrets, registry } = s.app;
  const one = async (body: Readonly<Record<string, unknown>>) => {
    try {
      return (await dispatch({ db, events, sessions, secrets, who, now: s.clock.now }, registry, body)).msg;
    } catch (cause) {
      return String(cause instanceof Error && "code" in cause ? cause.code : cause);
    }
  };
  return Promise.all(requests.map(one));
}

async function allowedTo(who: Principal, operations: readonly Operation[]): Promise<string[]> {
  const allowed: string[] = [];
  for (const o of operations) {
    const answers = await answersTo(who, o);
    // Counts the answer "unknown field" as a refusal: a table with public fields gives it to callers without the right.
    const isRefused = (code: string) =>
      code === codes.forbidden || (o.name.startsWith("read ") && code === codes.unknownField);
    if (!answers.every(isRefused)) allowed.push(o.name);
  }
  return allowed;
}

describe.each(["staff", "plant"] as const)("a key with one scope, of kind %s", (kind) => {
  const org = kind === "plant" ? { orgId: "P1" } : {};

  it.each(keyScopes())("%s allows exactly the declared operations", async (scope) => {
    const key = await makeTestKey(s.app, t.id, { scopes: [scope], ...org });
    const who = await principalOfKey(s.app, key);
    expect([...who.rights]).toEqual([scope]);
    const operations = operationsFor(scope);
    expect(await allowedTo(who, operations)).toEqual(
      operations.filter(({ access }) => isDeclared(access, scope, kind)).map((o) => o.name),
    );
    // Revokes the API key, because a tenant may have only a limited number of keys in use.
    await t.admin.run("rf_RevokeApiKey", { KEY_ID: key.keyId });
  });
});

it("refuses operations for people even if the stored scopes contain every right", async () => {
  const key = await makeTestKey(s.app, t.id, { scopes: ["BS101:Q"] });
  await forceScopes(s.app, t.id, key.keyId);
  const who = await principalOfKey(s.app, key);
  expect([...who.rights].sort()).toEqual(everyRight().sort());
  const forbidden = [
    "rf_ChangePassword",
    "rf_ResetPassword",
    "rf_ForceOut",
    "rf_AssignRights",
    "rf_MakeApiKey",
    "rf_RotateApiKey",
    "rf_RevokeApiKey",
    "rf_MakeGateway",
    "rf_RotateGateway",
    "rf_RevokeGateway",
    "rf_CounterSecret",
    "rf_ImportUsers",
    "rf_CreateShopUser",
    "rf_BindWeChat",
    "rf_LogOut",
    "rf_LoadLicence",
    "rf_ResetSecondFactor",
    "rf_SaveSso",
    "rf_TestSso",
    "rf_EndOtherSessions",
    "rf_RemovePasskey",
    "insert SYS_USER",
    "update SYS_TENANT",
    "update SYS_USER",
    "delete SYS_USER",
    "insert SYS_ROLE",
    "update SYS_ROLE",
    "delete SYS_ROLE",
    "SYS112 Q01",
    "read SYS_API_KEY",
  ];
  const named = operationsFor("").filter((o) => forbidden.includes(o.name));
  expect(named.map((o) => o.name).sort()).toEqual([...forbidden].sort());
  for (const o of named)
    expect([o.name, ...new Set(await answersTo(who, o))]).toEqual([o.name, codes.forbidden]);
});

it("runs scripts only if the scope says so", async () => {
  const names = (scope: string) => makeTestKey(s.app, t.id, { scopes: [scope] });
  const views = async (scope: string) => {
    const key = await names(scope);
    return answersTo(
      await principalOfKey(s.app, key),
      operationsFor("").find((o) => o.name === "rf_ScriptViews") as Operation,
    );
  };
  expect(await views("BS101:Q")).toEqual([codes.forbidden]);
  expect(await views("SYS106:Q")).toEqual([codes.done]);
});

it("offers exactly the rights with which a key can do something", () => {
  const useful = everyRight().filter((right) => {
    const [menu, action] = right.split(":");
    const may = (m: MenuId, a: string) => m === menu && a === action;
    return operationsFor("").some(
      ({ access }) =>
        access.kind === "right" && allows(access, { kind: "staff", roleCode: null, may, isApiKey: true }),
    );
  });
  // Tests only that `keyScopes` offers every useful right. It may also offer rights with which a key can do nothing,
  // such as rights of screens that have no operations. Such rights are harmless.
  expect(useful.filter((right) => !keyScopes().includes(right))).toEqual([]);
});
