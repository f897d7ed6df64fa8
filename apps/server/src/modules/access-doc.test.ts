import { type Access, allows, type Caller, describeAccess } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import { menuLabel, serverTexts } from "@shotkeeper/locales/server";
import { expect, it } from "vitest";
import { demoRoles } from "../demo/seed.ts";
import { type Operation, operationsOf } from "../testing/operations.ts";
import { withServer } from "../testing/server.ts";

const file = "../../../../docs/access.md";

/** Maps each role to the kind of caller (`Caller` in the contract) of the demo tenant's users with this role. */
const kinds: Readonly<Record<string, Caller["kind"]>> = {
  admin: "staff",
  oem: "oem",
  plant: "plant",
  maker: "maker",
  cust: "customer",
  dev: "staff",
};

function callers(): Caller[] {
  const visitor: Caller = { kind: "visitor", roleCode: null, may: () => false };
  const users = demoRoles.flatMap(({ code, may }): Caller[] => {
    const kind = kinds[code];
    return kind ? [{ kind, roleCode: code, may: (menu, action) => may(`${menu}:${action}`) }] : [];
  });
  return [visitor, ...users];
}

function document(operations: readonly Operation[]): string {
  const columns = callers();
  const mark = (access: Access, c: Caller) => (allows(access, c) ? "yes" : "");
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    "# Who may call what",
    "",
    "Generated from the contract by `apps/server/src/modules/access-doc.test.ts`.",
    "The test fails if this page is outdated.",
    "Update it with `npx vitest run access-doc -u` in `apps/server`.",
    "",
    "An operation is named as on the wire: `MENU_ID QueryID`, a table and its operation, or a command.",
    "The columns are the demo's roles and a visitor without a log-in.",
    "`Only for` limits an operation to kinds of callers, whatever their rights:",
    "`staff` see the whole tenant, `oem`, `plant` and `maker` their organization, `customer` the shop's customer.",
    "`Not for API keys` excludes programs, whatever their scopes, and so does access for every signed-in user.",
    "The server still refuses rows that the caller may not see.",
    "`apps/server/src/modules/access-roles.test.ts` sends each operation as each role and compares the answers.",
    "",
    row(["operation", "access", ...columns.map((c) => c.roleCode ?? c.kind)]),
    row(["---", "---", ...columns.map(() => "---")]),
    ...operations.map(({ name, access }) =>
      row([name, describeAccess(access), ...columns.map((c) => mark(access, c))]),
    ),
    "",
    "## Menus",
    "",
    row(["id", "English"]),
    row(["---", "---"]),
    ...menuRows(),
    "",
  ].join("\n");
}

function menuRows(): string[] {
  return screens.map((s) => `| ${s.id} | ${menuLabel(serverTexts.en.menus, s.id)} |`);
}

it("matches docs/access.md", async () => {
  await expect(document(operationsOf((await withServer()).app.registry))).toMatchFileSnapshot(file);
});
