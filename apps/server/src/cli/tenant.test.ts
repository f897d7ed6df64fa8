import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { allRights } from "../tenants/create-tenant.ts";
import { systemCtxOf } from "../testing/job.ts";
import { readingAt } from "../testing/reading.ts";
import { freshCode, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import type { Operator } from "./operator.ts";
import { commands } from "./tenant-commands.ts";

describe("the operator's commands", () => {
  let s: TestServer;
  let t: TestTenant;
  let dir: string;
  let said: string[];
  let publicKey: string | undefined;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    dir = mkdtempSync(join(tmpdir(), "shotkeeper-cli-"));
    said = [];
    publicKey = undefined;
    vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(dir, { recursive: true });
  });
  const run = async (name: string, args: string[], values: Record<string, string> = {}) => {
    const o: Operator = {
      db: s.app.db,
      now: s.clock.now,
      filesDir: join(dir, "files"),
      licencePublicKey: publicKey,
      ownerUrl: undefined,
      tenant: async (code) => {
        if (code !== t.code) throw new Error(`no tenant ${code}`);
        const ctx = systemCtxOf(t);
        return { id: t.id, ctx: { ...ctx, who: { ...ctx.who, rights: new Set(allRights()) } } };
      },
    };
    await commands[name]?.(o, args, values);
    return said.at(-1) ?? "";
  };
  const enter = async (TENANT_ID: string, PASSWORD: string) =>
    (
      await s.http.inject({
        method: "POST",
        url: "/login",
        payload: { TENANT_ID, USER_ID: "admin", PASSWORD, CAPTCHA_ID: "x", CAPTCHA: "test", DEV_TYPE: "PC" },
      })
    ).json();
  const passwordIn = (text: string) => /[a-z2-9]{6}-[a-z2-9]{6}-[a-z2-9]{6}/.exec(text)?.[0] ?? "";

  it("create a tenant whose administrator can log in with the printed one-time password", async () => {
    const code = freshCode("n");
    const text = await run("create", [code, "New Company"]);
    const entered = await enter(code, passwordIn(text));
    expect(entered).toMatchObject({ Msg: "S0006", ReturnData: { mustChangePassword: true } });
    await expect(run("create", [code, "Again"])).rejects.toThrow("already");
    await expect(run("create", ["a b", "x"])).rejects.toThrow("letters");
    await run("list", []);
    expect(said.join("\n")).toContain(`${code}  New Company`);
  });

  it.each(["admin", "Admin"])(
    "restore the administrator %s without account, role and rights",
    async (userId) => {
      await t.rows(sql`
      update "user" set status = 1, role_code = null, user_id = ${userId} where tenant_id = ${t.id}
    `);
      await t.rows(sql`delete from role_right where tenant_id = ${t.id}`);
      await t.rows(sql`delete from role where tenant_id = ${t.id}`);
      expect(await enter(t.code, "secret-of-a-test")).toMatchObject({ Msg: "S0004" });
      const text = await run("reset-admin", [t.code]);
      expect(await enter(t.code, passwordIn(text))).toMatchObject({ Msg: "S0006" });
      const rights = await t.rows(
        sql`select 1 from role_right where tenant_id = ${t.id} and authority = 'SYS102:M'`,
      );
      expect(rights).toHaveLength(1);
    },
  );

  it("archive the months of readings that the tenant no longer keeps, and check the files", async () => {
    expect(await run("archive", [t.code])).toContain("Nothing to archive");
    const [mold, first] = [await t.mold("M1"), Date.parse("2025-09-01T00:00:00Z")];
    const counterId = await t.counter("W1", mold, first - 1000);
    const day = 86_400_000;
    await s.app.ledger.ingest(
      t.id,
      Array.from({ length: 200 }, (_, i) => readingAt(counterId, first + i * day, 10 * i)),
    );
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'READING_MONTHS', '6')`,
    );
    expect(await run("archive", [t.code])).toBe("2 files were written, read back and compared.");
    expect(said.filter((text) => text.startsWith("2025-")).map((text) => text.slice(0, 20))).toEqual([
      "2025-09: 30 readings",
      "2025-10: 31 readings",
    ]);
    expect(await run("archive", [t.code], { check: "yes" })).toContain("All 2 files");
    const folder = join(dir, "files", String(t.id), "archive");
    const [name = ""] = readdirSync(folder);
    rmSync(join(folder, name));
    await expect(run("archive", [t.code], { check: "yes" })).rejects.toThrow("1 of 2 files");
    expect(said.at(-1)).toBe(`${name}: missing`);
  });

  it("create keys, issue a licence and load it", async () => {
    await run("licence", ["keygen", dir]);
    publicKey = readFileSync(join(dir, "licence-public.pem"), "utf8");
    await expect(run("licence", ["keygen", dir])).rejects.toThrow("already");
    const file = join(dir, "t.lic");
    const values = { key: join(dir, "licence-private.pem"), due: "2027-12-31", pc: "5", pda: "2", out: file };
    expect(await run("licence", ["issue", t.code], values)).toContain(
      "until 2027-12-31, 5 PC and 2 handheld",
    );
    await expect(run("licence", ["issue", t.code], values)).rejects.toThrow("already");
    expect(await run("licence", ["load", t.code, file])).toContain("until 2027-12-31");
    expect(await run("licence", ["show", t.code])).toMatch(/SK-.*due 2027-12-31, PC 5, handheld 2/);
    const other = await TestTenant.create(s);
    t = other;
    await expect(run("licence", ["load", other.code, file])).rejects.toThrow("S0030");
  });

  it("switch single sign-on off only where it is used, and write nothing otherwise", async () => {
    await t.rows(sql`
      insert into role (tenant_id, role_code, role_name, data_scope, require_sso)
      values (${t.id}, 'clerk', 'clerk', 'tenant', true)
    `);
    await expect(run("sso-off", [t.code])).rejects.toThrow("uses no single sign-on");
    const roles = () =>
      t.rows(sql`select require_sso from role where tenant_id = ${t.id} and role_code = 'clerk'`);
    const logged = () => t.rows(sql`select 1 from system_log where tenant_id = ${t.id} and action = 'sso'`);
    expect([await roles(), await logged()]).toEqual([[{ require_sso: true }], []]);
    await t.rows(sql`
      insert into sso_setting (
        tenant_id, mode, issuer, client_id, client_secret, label, scope, role_map, creates_users, links_by_mail
      )
      values (${t.id}, 'required', 'https://x.example', 'x', '', 'x', '', '[]', false, false)
    `);
    await run("sso-off", [t.code]);
    expect(await roles()).toEqual([{ require_sso: false }]);
    expect(await logged()).toHaveLength(1);
  });

  it("report missing arguments", async () => {
    await expect(run("licence", ["issue", t.code])).rejects.toThrow("--key");
    await expect(run("licence", ["issue", t.code], { key: "x", pc: "many" })).rejects.toThrow("--pc");
    await expect(run("licence", ["issue", t.code], { key: "x", due: "soon" })).rejects.toThrow("S0013");
    await expect(run("licence", ["renew"])).rejects.toThrow("keygen, issue, load or show");
    await expect(run("reset-admin", [])).rejects.toThrow("<code>");
  });

  it("list and release quarantined readings", async () => {
    const mold = await t.mold("M-Q");
    const counter = await t.counter("W-Q", mold);
    const at = new Date(s.clock.now - 3_600_000);
    const [held] = await t.rows<{ id: number }>(
      sql`
        insert into quarantine (tenant_id, counter_id, chip_code, reason, at, count, received_at)
        select ${t.id}, ${counter}, chip_code, 'rate', ${at}, 10, ${at}
        from counter
        where tenant_id = ${t.id} and counter_id = ${counter}
        returning quarantine_id as id
      `,
    );
    await run("quarantine", ["list", t.code]);
    expect(said.at(-1)).toContain(`${held?.id}  rate`);
    await expect(run("quarantine", ["release", t.code, String(held?.id)])).rejects.toThrow("--reason");
    await run("quarantine", ["release", t.code, String(held?.id)], { reason: "checked" });
    expect(said.at(-1)).toContain("Released");
    expect(await run("quarantine", ["list", t.code])).toBe("No quarantined readings.");
  });
});
