import { type Access, allows, describeAccess } from "@shotkeeper/contract/kernel";
import { screens } from "@shotkeeper/contract/menus";
import { menuLabel, serverTexts } from "@shotkeeper/locales/server";
import { expect, it } from "vitest";
import { demoRoles } from "../demo/seed.ts";
import { type TestServer, withServer } from "../testing/server.ts";

const file = "../../../../docs/access.md";

interface Line {
  readonly operation: string;
  readonly access: Access;
}

function linesOf({ app }: TestServer): Line[] {
  const { queries, tables, commands } = app.registry;
  const lines: Line[] = [];
  for (const { query } of queries.values())
    lines.push({ operation: `${query.menu} ${query.id}`, access: query.access });
  for (const { entity, writes } of tables.values()) {
    const { menu, readOn, signedIn, anonymousFields } = entity.access;
    const one = (action: "Q" | "A" | "M" | "D", menus: readonly (typeof menu)[]): Access =>
      signedIn ? { kind: "signedIn" } : { kind: "right", menus: [menu, ...menus], action };
    lines.push({ operation: `read ${entity.wire}`, access: one("Q", readOn) });
    if (anonymousFields)
      lines.push({ operation: `read ${entity.wire} (public fields)`, access: { kind: "anonymous" } });
    for (const action of writes)
      lines.push({
        operation: `${{ A: "insert", M: "update", D: "delete" }[action]} ${entity.wire}`,
        access: one(action, []),
      });
  }
  for (const { command } of commands.values())
    lines.push({ operation: command.type, access: command.access });
  return lines.sort((a, b) => (a.operation < b.operation ? -1 : 1));
}

function document(lines: readonly Line[]): string {
  const roles = [{ code: "visitor", may: () => false }, ...demoRoles.filter((r) => r.code !== "tourist")];
  const mark = (access: Access, r: (typeof roles)[number]) =>
    allows(access, (menu, action) => r.may(`${menu}:${action}`), r.code === "visitor") ? "yes" : "";
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
    "Roles limited to an organization see its rows only.",
    "",
    row(["operation", "access", ...roles.map((r) => r.code)]),
    row(["---", "---", ...roles.map(() => "---")]),
    ...lines.map((l) => row([l.operation, describeAccess(l.access), ...roles.map((r) => mark(l.access, r))])),
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
  await expect(document(linesOf(await withServer()))).toMatchFileSnapshot(file);
});
