import { beforeEach, expect, it } from "vitest";
import { chainEntries } from "../kernel/audit/chain.ts";
import { sql } from "../kernel/db/sql.ts";
import { type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { exportLines, main, verify } from "./audit.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.mold("M1");
  await t.mold("M2");
  await chainEntries(s.app.db, t.id);
});

async function check(...anchors: string[]): Promise<{ isWhole: boolean; line: string }> {
  const lines: string[] = [];
  const isWhole = await verify(s.app.db, t.code, anchors, (line) => lines.push(line));
  return { isWhole, line: lines.join("\n") };
}

it("verifies the chain, and names the first line that does not fit", async () => {
  const { isWhole, line } = await check();
  expect(isWhole).toBe(true);
  expect(line).toMatch(new RegExp(`^${t.code}: \\d+ lines fit, 0 entries .*; ${t.code}:\\d+:[0-9a-f]{64}$`));
  const anchor = line.slice(line.lastIndexOf(t.code));
  expect(await check(anchor)).toEqual({ isWhole: true, line });
  await s.app.db.run(t.id, [
    sql`set local role none`,
    sql`update system_log set user_id = 'x' where tenant_id = ${t.id} and target_key = 'M2'`,
  ]);
  const broken = await check(anchor);
  expect(broken.isWhole).toBe(false);
  expect(broken.line).toMatch(/: BROKEN at line \d+ \(log entry \d+\): its log entry was changed or moved$/);
  await expect(check("nonsense")).rejects.toThrow("--anchor must be");
  await expect(check(`other:1:${"a".repeat(64)}`)).rejects.toThrow("not checked");
  await expect(verify(s.app.db, "nowhere", [], () => {})).rejects.toThrow('no tenant "nowhere"');
});

it("exports whole days as JSON lines", async () => {
  const text = async (from?: string, to?: string) => {
    let all = "";
    await exportLines(s.app.db, t.code, { from, to }, (part) => {
      all += part;
    });
    return all;
  };
  const keys = (all: string) =>
    all
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).key);
  expect(keys(await text())).toEqual(["M1", "M2"]);
  expect(keys(await text("2026-05-20", "2026-05-20"))).toEqual(["M1", "M2"]);
  expect(await text("2026-05-21")).toBe("");
  expect(await text(undefined, "2026-05-19")).toBe("");
  await expect(text("20.5.2026")).rejects.toThrow("--from must be a day");
  await expect(text("2026-02-30")).rejects.toThrow("--from must be a day");
});

it("explains itself, and refuses other commands", async () => {
  expect(await main([])).toBe(0);
  await expect(main(["erase"])).rejects.toThrow('no command "erase"');
});
