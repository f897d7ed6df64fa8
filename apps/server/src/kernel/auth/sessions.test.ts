import { noToken } from "@shotkeeper/contract/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../db/sql.ts";
import { refusalOf } from "../testing/refusal.ts";
import { addUser, type KernelTenant, kernelTenant, setLicence } from "../testing/tenant.ts";
import { noon } from "../testing/test-ctx.ts";
import { hashSecret } from "./secret.ts";
import { Sessions } from "./sessions.ts";

const minute = 60_000;
const hour = 60 * minute;

let t: KernelTenant;
let sessions: Sessions;
beforeEach(async () => {
  t = await kernelTenant();
  sessions = new Sessions(t.ctx.db);
});

const open = (userId = "ann", o: { dev?: string; remember?: boolean; at?: number } = {}) =>
  sessions.open(t.id, userId, o.dev ?? "PC", o.remember ?? false, o.at ?? noon);
/** Finds the principal of a token on a server that has not cached the session. */
const find = (token: string | undefined, at = noon) => new Sessions(t.ctx.db).find(token, at);
const rows = () =>
  t.rows(
    sql`select user_id, dev_type, remember, superseded, seen_at, expires_at
      from session order by created_at, token_hash`,
  );

describe("a session", () => {
  it("identifies the user of a token", async () => {
    await addUser(t, "ann", { rights: ["BS101:Q", "BS101:M"] });
    const token = await open();
    expect(token.startsWith(`${t.id}.`)).toBe(true);
    expect(await find(token)).toEqual({
      who: {
        tenantId: t.id,
        tenantCode: t.code,
        zone: "Asia/Shanghai",
        userId: "ann",
        userName: "Name of ann",
        roleCode: "role-ann",
        rights: new Set(["BS101:Q", "BS101:M"]),
        scope: { kind: "tenant" },
        sessionHash: hashSecret(token),
      },
    });
  });

  it("is refused without a token, with a malformed one and with a deleted one", async () => {
    for (const none of [undefined, "", noToken]) expect(await refusalOf(() => find(none))).toBe("noToken");
    expect(await refusalOf(() => find("x"))).toBe("sessionEnded");
    expect(await refusalOf(() => find(`${t.id}.${"a".repeat(32)}`))).toBe("sessionEnded");
    await addUser(t, "ann");
    const token = await open();
    const elsewhere = await kernelTenant();
    expect(await refusalOf(() => find(token.replace(/^\d+/, String(elsewhere.id))))).toBe("sessionEnded");
    await t.rows(sql`update "user" set status = 1`);
    expect(await refusalOf(() => find(token))).toBe("sessionEnded");
  });

  it.each([
    [false, 12 * hour],
    [true, 30 * 24 * hour],
  ])("has the declared lifetime (remembered: %s)", async (remember, life) => {
    await addUser(t, "ann");
    const token = await open("ann", { remember });
    expect(await rows()).toMatchObject([{ remember, expires_at: new Date(noon + life).toISOString() }]);
    await find(token, noon + life - 1);
    expect(await refusalOf(() => find(token, noon + life))).toBe("sessionEnded");
  });

  it("deletes expired sessions of its user", async () => {
    await addUser(t, "ann");
    await addUser(t, "bob");
    await open("ann");
    await open("bob");
    await open("ann", { at: noon + 8 * 24 * hour });
    expect((await rows()).map((r) => r.user_id)).toEqual(["bob", "ann"]);
  });
});

describe("the scope of a session", () => {
  const scopeOf = async (o: Parameters<typeof addUser>[2], custId?: string) => {
    for (const type of ["oem", "plant", "maker", "other"])
      await t.rows(
        sql`insert into organization (tenant_id, org_id, org_name, type)
          values (${t.id}, ${type}, ${type}, ${type}) on conflict do nothing`,
      );
    const userId = `u${Math.random()}`;
    await addUser(t, userId, o);
    if (custId !== undefined) {
      await t.rows(
        sql`insert into customer (tenant_id, cust_id, cust_name) values (${t.id}, ${custId}, 'C')`,
      );
      await t.rows(sql`update "user" set cust_id = ${custId} where user_id = ${userId}`);
    }
    return (await find(await open(userId))).who;
  };

  it("is the tenant, an organization, or none", async () => {
    expect((await scopeOf({ dataScope: "tenant", orgId: "plant" })).scope).toEqual({ kind: "tenant" });
    for (const kind of ["oem", "plant", "maker"])
      expect((await scopeOf({ dataScope: "organization", orgId: kind })).scope).toEqual({
        kind,
        orgId: kind,
      });
    expect((await scopeOf({ dataScope: "organization", orgId: "other" })).scope).toEqual({ kind: "none" });
    expect((await scopeOf({ dataScope: "organization" })).scope).toEqual({ kind: "none" });
    const roleless = await scopeOf({ role: null });
    expect([roleless.scope, roleless.rights, roleless.roleCode]).toEqual([{ kind: "none" }, new Set(), null]);
    expect(roleless).not.toHaveProperty("custId");
  });

  it("of a customer's user is the customer, despite the role", async () => {
    expect(await scopeOf({ dataScope: "tenant" }, "C1")).toMatchObject({
      scope: { kind: "none" },
      custId: "C1",
    });
  });

  it("excludes rights on screens that are closed to the user", async () => {
    const rights = ["BS101:Q", "BS103:Q"];
    const of = async (o: object) => [...(await scopeOf({ rights, ...o })).rights].sort();
    await scopeOf({});
    await t.rows(
      sql`insert into menu_entry (tenant_id, menu_id, enabled, org_id) values (${t.id}, 'BS103', true, 'plant')`,
    );
    expect(await of({ dataScope: "organization", orgId: "plant" })).toEqual(rights);
    expect(await of({ dataScope: "organization", orgId: "oem" })).toEqual(["BS101:Q"]);
    expect(await of({ dataScope: "organization" })).toEqual(["BS101:Q"]);
    expect(await of({ dataScope: "tenant" })).toEqual(rights);
    await t.rows(sql`update menu_entry set enabled = false`);
    expect(await of({ dataScope: "tenant" })).toEqual(["BS101:Q"]);
  });
});

describe("renewal", () => {
  it("replaces a token once after an hour; the old token stays valid for two minutes", async () => {
    await addUser(t, "ann");
    const token = await open("ann", { remember: true, dev: "PDA" });
    expect(await sessions.find(token, noon + hour)).not.toHaveProperty("renewed");
    const at = noon + hour + 4000;
    const { renewed = "" } = await sessions.find(token, at);
    expect(renewed).toMatch(new RegExp(`^${t.id}\\.`));
    expect(renewed).not.toBe(token);
    expect(await rows()).toMatchObject([
      { superseded: true, expires_at: new Date(at + 2 * minute).toISOString() },
      {
        superseded: false,
        dev_type: "PDA",
        remember: true,
        expires_at: new Date(at + 30 * 24 * hour).toISOString(),
      },
    ]);
    // A token that was already replaced is not renewed a second time, on any server. The server that replaced it gives
    // the same new token again, because the client may have lost the answer.
    expect(await sessions.find(token, at + 1)).toMatchObject({ renewed });
    expect(await sessions.find(token, at + 3001)).toMatchObject({ renewed });
    expect(await find(token, at + 1)).not.toHaveProperty("renewed");
    expect(await rows()).toHaveLength(2);
    expect((await find(renewed, at)).who.userId).toBe("ann");
    expect(await refusalOf(() => find(token, at + 2 * minute))).toBe("sessionEnded");
  });

  it("gives one new token to concurrent requests, on one server and on two", async () => {
    await addUser(t, "ann");
    const token = await open();
    const at = noon + hour + 4000;
    const other = new Sessions(t.ctx.db);
    const found = await Promise.all([sessions, sessions, other, other].map((s) => s.find(token, at)));
    expect(new Set(found.flatMap((f) => f.renewed ?? [])).size).toBe(1);
    expect((await rows()).map((row) => row.superseded)).toEqual([true, false]);
  });

  it("waits for a caller that can pass on the new token", async () => {
    await addUser(t, "ann");
    const token = await open();
    const at = noon + 2 * hour;
    expect(await sessions.find(token, at, { keepsToken: true })).not.toHaveProperty("renewed");
    expect(await rows()).toMatchObject([{ superseded: false }]);
    expect(await sessions.find(token, at)).toHaveProperty("renewed");
  });

  it("never extends a session that ends sooner", async () => {
    await addUser(t, "ann");
    const token = await open();
    const at = noon + 12 * hour - minute;
    await sessions.find(token, at);
    expect((await rows())[0]?.expires_at).toBe(new Date(noon + 12 * hour).toISOString());
  });
});

describe("the cache of a server", () => {
  it("keeps a session for three seconds", async () => {
    await addUser(t, "ann", { rights: ["A:Q"] });
    const token = await open();
    const rights = async (at: number) => [...(await sessions.find(token, at)).who.rights];
    expect(await rights(noon)).toEqual(["A:Q"]);
    await t.rows(sql`update role_right set authority = 'B:Q'`);
    expect(await rights(noon + 3000)).toEqual(["A:Q"]);
    expect(await rights(noon + 3001)).toEqual(["B:Q"]);
    await t.rows(sql`update role_right set authority = 'C:Q'`);
    sessions.forget(t.id + 1);
    expect(await rights(noon + 3002)).toEqual(["B:Q"]);
    sessions.forget(t.id);
    expect(await rights(noon + 3003)).toEqual(["C:Q"]);
  });

  it("drops a session that this server closed or that was deleted", async () => {
    await addUser(t, "ann");
    const [a, b] = [await open(), await open()];
    await sessions.close(t.ctx.db, (await sessions.find(a, noon)).who);
    expect(await refusalOf(() => sessions.find(a, noon))).toBe("sessionEnded");
    await sessions.find(b, noon);
    await t.rows(sql`delete from session`);
    expect(await refusalOf(() => sessions.find(b, noon + 3001))).toBe("sessionEnded");
    expect(await refusalOf(() => sessions.find(b, noon))).toBe("sessionEnded");
  });

  it("drops all sessions of a user except one", async () => {
    for (const user of ["ann", "bob"]) await addUser(t, user);
    const [a, b, other] = [await open(), await open(), await open("bob")];
    for (const token of [a, b, other]) await sessions.find(token, noon);
    await sessions.closeUser(t.id, "ann", hashSecret(b));
    expect(await refusalOf(() => sessions.find(a, noon))).toBe("sessionEnded");
    for (const token of [b, other]) await sessions.find(token, noon);
    await sessions.closeUser(t.id, "ann");
    expect(await refusalOf(() => sessions.find(b, noon))).toBe("sessionEnded");
    expect(await refusalOf(() => find(b))).toBe("sessionEnded");
    expect((await find(other)).who.userId).toBe("bob");
    await sessions.closeUser(t.id + 1, "bob");
    await sessions.find(other, noon);
  });
});

describe("use", () => {
  it("is stored to the minute", async () => {
    await addUser(t, "ann");
    const token = await open();
    const seenAt = async () => Date.parse(String((await rows())[0]?.seen_at)) - noon;
    await find(token, noon + minute - 1);
    expect(await seenAt()).toBe(0);
    await find(token, noon + minute);
    expect(await seenAt()).toBe(minute);
    await find(token, noon + 20 * minute);
    expect(await seenAt()).toBe(20 * minute);
    // After half an hour without use, a session loses its licence seat. The session can be used again, because a seat
    // is free.
    await find(token, noon + 55 * minute);
    expect(await seenAt()).toBe(55 * minute);
  });
});

describe("the licence", () => {
  it("limits the sessions of each kind of device", async () => {
    for (const user of ["ann", "bob", "cat"]) await addUser(t, user);
    await setLicence(t, { pcCount: 2, pdaCount: 1 });
    const enter = (user: string, dev = "PC", at = noon) => sessions.openSeated(t.id, user, dev, false, at);
    await enter("ann");
    const second = await enter("bob");
    expect(await refusalOf(() => enter("cat"))).toBe("forbidden");
    await enter("cat", "PDA");
    expect(await refusalOf(() => enter("ann", "PDA"))).toBe("forbidden");
    await sessions.close(t.ctx.db, (await find(second)).who);
    await enter("cat");
    expect(await rows()).toHaveLength(3);
  });

  it("frees a seat after half an hour without use; the user then needs a free seat", async () => {
    for (const user of ["ann", "bob"]) await addUser(t, user);
    await setLicence(t, { pcCount: 1 });
    const first = await sessions.openSeated(t.id, "ann", "PC", false, noon);
    const half = noon + 30 * minute;
    const enter = (at: number) => sessions.openSeated(t.id, "bob", "PC", false, at);
    expect(await refusalOf(() => enter(half - 1))).toBe("forbidden");
    const second = await enter(half);
    expect(await refusalOf(() => find(first, half + 1))).toBe("sessionEnded");
    expect((await rows()).map((r) => r.user_id)).toEqual(["bob"]);
    // The seat is free again, so the idle session can take the seat.
    expect((await find(second, half + 40 * minute)).who.userId).toBe("bob");
    expect(await refusalOf(() => enter(half + 41 * minute))).toBe("forbidden");
  });

  it("does not count a superseded token", async () => {
    for (const user of ["ann", "bob"]) await addUser(t, user);
    await setLicence(t, { pcCount: 2 });
    const token = await sessions.openSeated(t.id, "ann", "PC", false, noon);
    await sessions.find(token, noon + 20 * minute);
    await sessions.find(token, noon + 49 * minute);
    await sessions.find(token, noon + 61 * minute);
    expect(await rows()).toHaveLength(2);
    await sessions.openSeated(t.id, "bob", "PC", false, noon + 61 * minute);
  });

  it("ends every session when it expires, except those of users who may load the next licence", async () => {
    await addUser(t, "ann");
    await addUser(t, "root", { rights: ["SYS109:M"] });
    const [ann, root] = [await open(), await open("root")];
    await setLicence(t, { dueDate: "2026-05-19", isControlled: true });
    expect((await find(root)).who.userId).toBe("root");
    expect(await refusalOf(() => find(ann))).toBe("sessionEnded");
    expect((await rows()).map((r) => r.user_id)).toEqual(["root"]);
    for (const licence of [
      { dueDate: "2026-05-20", isControlled: true },
      { dueDate: "2026-05-19", isControlled: false },
      { dueDate: null, isControlled: true },
    ]) {
      await setLicence(t, licence);
      expect((await find(await open())).who.userId).toBe("ann");
    }
  });
});
