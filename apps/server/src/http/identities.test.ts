import { type Access, type CallerKind, codes, tokenHeader } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { allRights } from "../tenants/create-tenant.ts";
import { makeTestKey } from "../testing/api-key.ts";
import { demoTenant } from "../testing/demo-tenant.ts";
import { type Operation, operationsOf } from "../testing/operations.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

/**
 * Sends every operation as special callers: with an invalid token or API key, and as users without a role, without an
 * organization, or with a first password that they must change. Two other tests send every operation as each role
 * (modules/access-roles.test.ts) and with API keys of each scope (modules/system/api-key-scopes.test.ts).
 */
let s: TestServer;
let t: TestTenant;
let operations: readonly Operation[];
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  // The log-outs come last, because they end the session.
  const isLogOut = ({ name }: Operation) => Number(/logout|loginout/i.test(name));
  operations = operationsOf(s.app.registry).sort((a, b) => isLogOut(a) - isLogOut(b));
});

type Headers = Readonly<Record<string, string>>;

/** Returns the message codes with which the server answers the requests of an operation. */
async function answersTo(headers: Headers, { requests }: Operation): Promise<string[]> {
  const codesOf: string[] = [];
  for (const payload of requests) {
    const answer = await s.http.inject({ method: "POST", url: "/mitt", headers, payload });
    codesOf.push(answer.json<{ Msg: string }>().Msg.split("^")[0] ?? "");
  }
  return codesOf;
}

/** Returns the names of the operations that the server does not refuse with one of the message codes `refusals`. */
async function passing(headers: Headers, ...refusals: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const o of operations) {
    const answers = await answersTo(headers, o);
    // A table with public fields answers "unknown field" to callers without the right, so this answer is a refusal too.
    const isRefused = (code: string) =>
      refusals.includes(code) || (o.name.startsWith("read ") && code === codes.unknownField);
    if (!answers.every(isRefused)) names.push(o.name);
  }
  return names;
}

const session = async (userId: string, tenantId = t.id): Promise<Headers> => ({
  [tokenHeader]: await s.app.sessions.open(tenantId, userId, "PC", false, s.clock.now),
});

async function user(userId: string, scope: "tenant" | "organization" | null): Promise<Headers> {
  const role = scope === null ? null : `role-${userId}`;
  await t.rows(sql`
    insert into role (tenant_id, role_code, role_name, data_scope)
    select ${t.id}, ${role}, 'x', ${scope} where ${role}::text is not null
  `);
  await t.rows(
    sql`insert into role_right select ${t.id}, ${role}, unnest(${allRights()}::text[]) where ${role}::text is not null`,
  );
  await t.rows(sql`
    insert into "user" (tenant_id, user_id, user_name, role_code) values (${t.id}, ${userId}, 'x', ${role})
  `);
  return session(userId);
}

describe("a caller whose proof is not valid is refused every operation:", () => {
  const proofs: Readonly<Record<string, () => Promise<Headers>>> = {
    "an invented token": async () => ({ [tokenHeader]: `${t.id}.${"x".repeat(32)}` }),
    "a text that is no token": async () => ({ [tokenHeader]: "' or 1=1 --" }),
    "a token with the number of another tenant": async () => {
      const other = await TestTenant.create(s);
      const token = (await session("admin"))[tokenHeader] ?? "";
      return { [tokenHeader]: token.replace(/^\d+/, String(other.id)) };
    },
    "an expired session": async () => {
      const headers = await user("expired", "tenant");
      await t.rows(sql`
        update session set expires_at = ${new Date(s.clock.now - 1)} where tenant_id = ${t.id} and user_id = 'expired'
      `);
      s.app.sessions.forget(t.id);
      return headers;
    },
    "a disabled user": async () => {
      const headers = await user("disabled", "tenant");
      await t.rows(
        sql`
          update "user"
          set status = ${userStatus.values.disabled}
          where tenant_id = ${t.id} and user_id = 'disabled'
        `,
      );
      s.app.sessions.forget(t.id);
      return headers;
    },
    "a revoked API key": async () => {
      const admin = await session("admin");
      const { keyId, headers } = await makeTestKey(s.app, t.id, { scopes: ["BS101:Q"] });
      const payload = { Type: "rf_RevokeApiKey", InParams: { KEY_ID: keyId } };
      await s.http.inject({ method: "POST", url: "/mitt", headers: admin, payload });
      return { ...headers };
    },
    "an invented API key": async () => ({ authorization: `Bearer sk_${t.code}_1_${"x".repeat(43)}` }),
  };

  it.each(Object.keys(proofs))("%s", async (name) => {
    const headers = await proofs[name]?.();
    const { noToken, sessionEnded, apiKeyInvalid, keyRevoked } = codes;
    expect(await passing(headers ?? {}, noToken, sessionEnded, apiKeyInvalid, keyRevoked)).toEqual([]);
  });
});

/**
 * Returns the operations that a signed-in user may call, according to the access that each operation declares.
 * `hasRights`: the user has all rights.
 */
const declared = (kind: CallerKind, hasRights: boolean) => {
  const isDeclared = (access: Access): boolean => {
    if (access.kind === "anonymous" || access.kind === "signedIn") return true;
    if (access.kind === "role") return false;
    return hasRights && (access.only?.includes(kind) ?? true);
  };
  return operations.filter((o) => isDeclared(o.access)).map((o) => o.name);
};

describe("a signed-in user", () => {
  it("without a role may call only what every user may", async () => {
    expect(await passing(await user("norole", null), codes.forbidden)).toEqual(declared("unassigned", false));
  });

  it("who must change the password may only do that and log out", async () => {
    const headers = await user("onetime", "tenant");
    await t.rows(sql`
      update "user" set must_change_password = true where tenant_id = ${t.id} and user_id = 'onetime'
    `);
    s.app.sessions.forget(t.id);
    const allowed = await passing(headers, codes.passwordChangeRequired, codes.sessionEnded);
    expect(allowed.filter((name) => !/logout|loginout/i.test(name))).toEqual(["rf_ChangePassword"]);
  });

  it("of an organization role without an organization sees no rows", async () => {
    await t.mold("SEEN-BY-NOBODY");
    const headers = await user("noorg", "organization");
    for (const o of operations.filter(({ requests }) => String(requests[0]?.Type).startsWith("Query")))
      for (const payload of o.requests) {
        const answer = await s.http.inject({ method: "POST", url: "/mitt", headers, payload });
        expect([o.name, answer.body.includes("SEEN-BY-NOBODY")]).toEqual([o.name, false]);
      }
  });

  it("of another tenant sees nothing of this tenant in any query, as its administrator", async () => {
    const demo = await demoTenant(s);
    const headers = await session("admin");
    const [marks] = await s.app.db.run(demo.id, [
      sql<{ mark: string }>`select mold_no as mark from mold where tenant_id = ${demo.id} limit 40`,
    ]);
    expect(marks.length).toBeGreaterThan(20);
    for (const o of operations.filter(({ requests }) => String(requests[0]?.Type).startsWith("Query")))
      for (const payload of o.requests) {
        const answer = await s.http.inject({
          method: "POST",
          url: "/mitt",
          headers,
          payload: { ...payload, Limit: 1000 },
        });
        expect([o.name, marks.filter(({ mark }) => answer.body.includes(`"${mark}"`))]).toEqual([o.name, []]);
      }
  });
});
