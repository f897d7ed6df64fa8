import { readFileSync } from "node:fs";
import { codes } from "@shotkeeper/contract/kernel";
import { handoverSide } from "@shotkeeper/contract/new-mold";
import { invoiceNumberRule } from "@shotkeeper/contract/shop";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../kernel/ctx.ts";
import { sql } from "../kernel/db/sql.ts";
import { dispatch } from "../kernel/dispatch.ts";
import { demoTenant } from "../testing/demo-tenant.ts";
import { operationsOf } from "../testing/operations.ts";
import { type TestServer, withServer } from "../testing/server.ts";

const page = readFileSync(new URL("../../../../docs/access.md", import.meta.url), "utf8");
const rows = page
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim())) as readonly (readonly string[])[];
const [head = []] = rows;
const roles = head.slice(3, -1);

/** Returns the operations that docs/access.md promises to a role. */
function promised(role: string): string[] {
  const column = head.indexOf(role);
  return rows.slice(1).flatMap((cells) => (cells[column] === "yes" ? [cells[1] ?? ""] : []));
}

/**
 * Returns a function that takes the name of an input field and returns the value that a request of the role must have
 * in this field. Returns undefined if any valid value will do. The row that the value names need not exist: an answer
 * such as "unknown row" shows that the role has the right, because only the codes in `refusals` count as a refusal.
 */
const samplesOf = (role: string) => (field: string) => {
  // The mold maker signs a handover as the giver. Every other role signs as the taker.
  if (field === "handoverSide")
    return role === "maker" ? handoverSide.values.giver : handoverSide.values.taker;
  // Customers may request document numbers for invoices only, so the sample names the numbering rule of invoices.
  if (field === "docId" && role === "cust") return invoiceNumberRule;
  return field === "custId" ? "C001" : undefined;
};

const refusals: readonly string[] = [codes.forbidden, codes.noToken];

let s: TestServer;
let tenantId: number;
let code: string;
beforeAll(async () => {
  s = await withServer();
  ({ id: tenantId, code } = await demoTenant(s));
  await s.app.db.run(tenantId, [
    sql`update "user" set cust_id = 'C001' where tenant_id = ${tenantId} and user_id = 'cust'`,
  ]);
});

async function principalOf(role: string): Promise<Ctx["who"]> {
  const { app, clock } = s;
  if (role === "visitor") return app.guests.find({ code }, clock.now);
  const token = await app.sessions.open(tenantId, role, "PC", false, clock.now);
  return (await app.sessions.find(token, clock.now)).who;
}

/** Sends a request as the user `who`. Returns the message code of the answer or of the error. */
async function answerTo(who: Ctx["who"], body: Readonly<Record<string, unknown>>): Promise<string> {
  const { db, events, sessions, secrets, registry } = s.app;
  try {
    return (await dispatch({ db, events, sessions, secrets, who, now: s.clock.now }, registry, body)).msg;
  } catch (cause) {
    return String(cause instanceof Error && "code" in cause ? cause.code : cause);
  }
}

it("has a row for every operation", () => {
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(operationsOf(s.app.registry).map((o) => o.name));
  expect(roles).toEqual(["visitor", "admin", "oem", "plant", "maker", "cust", "dev"]);
});

describe.each(roles)("the role %s", (role) => {
  it("may call exactly the operations that docs/access.md promises", async () => {
    const who = await principalOf(role);
    const allowed: string[] = [];
    for (const { name, requests } of operationsOf(s.app.registry, samplesOf(role))) {
      const answers = await Promise.all(requests.map((body) => answerTo(who, body)));
      // Counts the answer "unknown field" as a refusal. Callers without the right to a table may read its public
      // fields, so the request names a field that is not public.
      const isRefused = (code: string) =>
        refusals.includes(code) || (name.startsWith("read ") && code === codes.unknownField);
      if (!answers.every(isRefused)) allowed.push(name);
    }
    expect(allowed).toEqual(promised(role));
  });
});
