import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codes } from "@shotkeeper/contract/kernel";
import { userStatus } from "@shotkeeper/contract/system";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { publish, writePart } from "../../kernel/files/write-file.ts";
import { resealSecretsOf } from "../../tenants/reseal-secrets.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { duePeriods, runExports } from "./run-exports.ts";
import { signS3 } from "./sign-s3.ts";
import { SmallS3 } from "./testing/small-s3.ts";

const hour = 3_600_000;
const day = 24 * hour;
const access = { keyId: "KEYID", secret: "very/secret+key", region: "eu-central-1" };

let s: TestServer;
let t: TestTenant;
let s3: SmallS3;
const dir = mkdtempSync(join(tmpdir(), "export-"));
const dataDir = mkdtempSync(join(tmpdir(), "export-data-"));

beforeAll(async () => {
  vi.stubEnv("EXPORT_DIR", dir);
  vi.stubEnv("EXPORT_ALLOW_PRIVATE", "on");
  s = await withServer();
  t = await TestTenant.create(s);
  s3 = await SmallS3.start(access);
  const counter = await t.counter("C1", await t.mold("A1"), noon - 4 * day);
  const readings = Array.from({ length: 73 }, (_, i) =>
    readingAt(counter, noon - 3 * day + i * hour, 100 * i),
  );
  await s.app.ledger.ingest(t.id, readings);
}, 300_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
  for (const folder of [dir, dataDir]) rmSync(folder, { recursive: true });
});

const schedule = {
  EXPORT_NAME: "BI",
  IS_USE: "Y",
  DATASETS: ["readings", "outputs"],
  DATA_FORMAT: "csv",
  EXPORT_PERIOD: "day",
  EXPORT_SINCE: "2026-05-18",
  WAIT_HOURS: 6,
  EXPORT_TARGET: "folder",
  TARGET_FOLDER: "bi/plant1",
};
const storage = {
  EXPORT_TARGET: "s3",
  S3_REGION: access.region,
  S3_BUCKET: "my-bucket",
  S3_KEY_ID: access.keyId,
};
const add = (id: string, more: object = {}) =>
  t.admin.mitt({
    Type: "insert",
    MENU_ID: "SYS113",
    TableName: "SYS_DATA_EXPORT",
    Data: [{ EXPORT_ID: id, ...schedule, ...more }],
  });
const switchOff = (id: string) =>
  t.admin.mitt({
    Type: "update",
    MENU_ID: "SYS113",
    TableName: "SYS_DATA_EXPORT",
    Data: [{ EXPORT_ID: id, IS_USE: "N" }],
  });

/** Runs the job until nothing is due, as the job runner does. */
async function work(): Promise<void> {
  while ((await runExports(systemCtxOf(t), s.app.registry, dataDir)) !== undefined);
}
const files = async (id: string) =>
  (await t.admin.list("SYS113", "Q02"))
    .filter((r) => r.EXPORT_ID === id)
    .sort((a, b) => String(a.TARGET_FILE).localeCompare(String(b.TARGET_FILE)));
const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

describe("a schedule", () => {
  it("writes each period that has ended once, with rows, bytes and checksum", async () => {
    expect(await add("daily")).toMatchObject({ Code: 0 });
    await work();
    await work();
    const found = await files("daily");
    // 18 and 19 May are over in Shanghai and have files. 20 May has not ended, so it has no file yet.
    expect(found.map((r) => [r.TARGET_FILE, r.RUN_STATE, r.ATTEMPTS])).toEqual(
      ["outputs", "readings"].flatMap((name) =>
        ["20260517T160000Z-20260518T160000Z", "20260518T160000Z-20260519T160000Z"].map((period) => [
          `bi/plant1/${name}/${name}-${period}.csv`,
          "done",
          1,
        ]),
      ),
    );
    for (const r of found) {
      const content = readFileSync(join(dir, t.code, String(r.TARGET_FILE)));
      expect([r.BYTE_COUNT, r.SHA256]).toEqual([content.length, sha256(content)]);
      expect(content.toString().split("\r\n")).toHaveLength(Number(r.ROW_COUNT) + 2);
    }
    expect(found.map((r) => r.ROW_COUNT)).toEqual([1, 1, 24, 24]);
    const folders = readdirSync(join(dir, t.code), { recursive: true, withFileTypes: true });
    expect(folders.filter((f) => f.isFile())).toHaveLength(4);
    await switchOff("daily");
  });

  it("has every hour of every zone in exactly one period", () => {
    for (const zone of ["Asia/Shanghai", "Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"])
      for (const export_period of ["day", "hour"]) {
        const common = { export_period, wait_hours: 0 };
        const first = { ...common, export_since: "2026-03-20", planned_to: null };
        const periods = duePeriods(first, zone, Date.parse("2026-04-10T00:00:00Z"));
        const local = new Date(periods[0]?.from ?? 0).toLocaleString("sv-SE", { timeZone: zone });
        expect([zone, local]).toEqual([zone, "2026-03-20 00:00:00"]);
        for (const [i, p] of periods.entries()) if (i > 0) expect(p.from).toEqual(periods[i - 1]?.to);
        const planned_to = periods.at(-1)?.to.toISOString() ?? null;
        const [next] = duePeriods({ ...first, planned_to }, zone, Date.parse("2026-06-01T00:00:00Z"));
        expect(next?.from.toISOString()).toBe(planned_to);
      }
  });

  it("leaves no gap when its rhythm changes, in every zone", () => {
    const zones = [
      "Asia/Kolkata",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "America/St_Johns",
      "Europe/Berlin",
    ];
    for (const zone of zones) {
      let planned_to: string | null = null;
      let end = "";
      for (const [i, export_period] of ["day", "hour", "day", "hour"].entries()) {
        const s = { export_period, wait_hours: 0 };
        const now = Date.parse("2026-03-28T09:00:00Z") + i * 90 * hour;
        const periods = duePeriods({ ...s, export_since: "2026-03-27", planned_to }, zone, now);
        for (const { from, to } of periods) {
          if (end !== "") expect([zone, from.toISOString()]).toEqual([zone, end]);
          expect(to.getTime()).toBeGreaterThan(from.getTime());
          end = to.toISOString();
        }
        planned_to = end;
      }
      expect(Date.parse(end)).toBeGreaterThan(Date.parse("2026-04-05T00:00:00Z"));
    }
  });

  it("has no gap before its first full hour, if its first day begins at half past", () => {
    const s = { export_period: "hour", wait_hours: 0, planned_to: null };
    const [first] = duePeriods({ ...s, export_since: "2026-05-01" }, "Asia/Kolkata", noon);
    expect([first?.from.toISOString(), first?.to.toISOString()]).toEqual([
      "2026-04-30T18:30:00.000Z",
      "2026-04-30T19:00:00.000Z",
    ]);
  });

  it("is checked: unknown datasets, a missing bucket, a folder outside, rights that the user lacks", async () => {
    expect((await add("x", { DATASETS: ["users"] })).Msg).toBe("S0200^DATASETS");
    expect((await add("x", { DATASETS: [] })).Msg).toBe("S0007^DATASETS");
    expect((await add("x", { EXPORT_TARGET: "s3" })).Msg).toBe("S0007^S3_ENDPOINT");
    expect((await add("x", { TARGET_FOLDER: "../other" })).Msg).toBe("S0200^TARGET_FOLDER");
    const few = await t.user(null, ["SYS113:A", "SYS113:Q", "PO104:Q"]);
    const ask = (DATASETS: string[]) =>
      few.mitt({
        Type: "insert",
        MENU_ID: "SYS113",
        TableName: "SYS_DATA_EXPORT",
        Data: [{ EXPORT_ID: "few", ...schedule, IS_USE: "N", DATASETS }],
      });
    expect((await ask(["readings"])).Msg).toBe("S0020");
    expect(await ask(["outputs"])).toMatchObject({ Code: 0 });
    const plant = await t.user("P1");
    expect((await plant.mitt({ Type: "QueryByID", MENU_ID: "SYS113", QueryID: "Q01" })).Msg).toBe("S0020");
  });

  it("says when the server has no folder, and takes no new schedule for it", async () => {
    await add("nowhere", { DATASETS: ["outputs"], EXPORT_SINCE: "2026-05-19" });
    vi.stubEnv("EXPORT_DIR", "");
    expect(await t.admin.run("rf_ExportTargets")).toMatchObject({ HAS_FOLDER: "N" });
    expect((await add("nowhere2")).Msg).toBe("S0625");
    expect(await add("nowhere2", { IS_USE: "N" })).toMatchObject({ Code: 0 });
    await work();
    expect((await files("nowhere"))[0]).toMatchObject({ RUN_STATE: "waiting", RUN_RESULT: "S0625" });
    // A schedule that was stored while the folder existed can still be switched off.
    expect(await switchOff("nowhere")).toMatchObject({ Code: 0 });
    vi.stubEnv("EXPORT_DIR", dir);
  });

  it("shows the number of a failure of the server, not its English text", async () => {
    await add("broken", { DATASETS: ["outputs"], EXPORT_SINCE: "2026-05-19" });
    vi.stubEnv("EXPORT_DIR", join(dir, "file"));
    writeFileSync(join(dir, "file"), "this is no folder");
    await work();
    const [file] = await files("broken");
    expect(file).toMatchObject({ RUN_STATE: "waiting", RUN_RESULT: `S0209^export ${file?.RUN_ID}/1` });
    vi.stubEnv("EXPORT_DIR", dir);
    await switchOff("broken");
  });

  describe("of a person who lost the rights", () => {
    const listed = async (id: string) =>
      (await t.admin.list("SYS113", "Q01")).find((r) => r.EXPORT_ID === id);
    const rights = ["SYS113:A", "SYS113:Q", "SYS113:M", "PO104:Q"];
    const own = { ...schedule, TARGET_FOLDER: "own", DATASETS: ["outputs"], EXPORT_SINCE: "2026-05-18" };
    const made = async (id: string) => {
      const maker = await t.user(null, rights);
      const Data = [{ EXPORT_ID: id, ...own }];
      const body = { Type: "insert", MENU_ID: "SYS113", TableName: "SYS_DATA_EXPORT", Data };
      expect(await maker.mitt(body)).toMatchObject({ Code: 0 });
      return maker;
    };
    const roleOf = (userId: string) =>
      sql`(select role_code from "user" where tenant_id = ${t.id} and user_id = ${userId})`;
    const losses: readonly (readonly [string, (userId: string) => Sql])[] = [
      [
        "right",
        (userId) => sql`
          delete from role_right
          where tenant_id = ${t.id} and authority = 'PO104:Q' and role_code = ${roleOf(userId)}
        `,
      ],
      [
        "scope",
        (userId) => sql`
          update role set data_scope = 'organization'
          where tenant_id = ${t.id} and role_code = ${roleOf(userId)}
        `,
      ],
      [
        "account",
        (userId) => sql`
          update "user" set status = ${userStatus.values.disabled}
          where tenant_id = ${t.id} and user_id = ${userId}
        `,
      ],
    ];

    it.each(losses)(
      "writes nothing after the loss of the %s, until another person takes over",
      async (what, lose) => {
        const id = `lost-${what}`;
        const maker = await made(id);
        expect(await listed(id)).toMatchObject({ IS_STOPPED: "N" });
        await t.rows(lose(maker.userId));
        await work();
        expect(await files(id)).toEqual([]);
        expect(await listed(id)).toMatchObject({ IS_STOPPED: "Y" });
        const other = await t.user(null, ["SYS113:Q", "SYS113:M"]);
        const take = (user: TestUser) =>
          user.mitt({ Type: "rf_TakeOverExport", InParams: { EXPORT_ID: id } });
        expect((await take(other)).Msg).toBe("S0020");
        expect(await take(t.admin)).toMatchObject({ Code: 0 });
        expect(await listed(id)).toMatchObject({ IS_STOPPED: "N" });
        await work();
        expect((await files(id)).map((r) => r.RUN_STATE)).toEqual(["done", "done"]);
        await switchOff(id);
      },
    );

    it.each(["PO104", "PO"])("stops while the tenant has switched off %s", async (menu) => {
      await made(`menu-${menu}`);
      const set = (enabled: boolean) =>
        t.rows(sql`
          insert into menu_entry (tenant_id, menu_id, enabled) values (${t.id}, ${menu}, ${enabled})
          on conflict (tenant_id, menu_id) do update set enabled = excluded.enabled
        `);
      await set(false);
      expect(await listed(`menu-${menu}`)).toMatchObject({ IS_STOPPED: "Y" });
      await set(true);
      expect(await listed(`menu-${menu}`)).toMatchObject({ IS_STOPPED: "N" });
      await switchOff(`menu-${menu}`);
    });

    it("keeps planned files waiting", async () => {
      const maker = await made("planned");
      vi.stubEnv("EXPORT_DIR", "");
      await work();
      vi.stubEnv("EXPORT_DIR", dir);
      for (const [, lose] of losses) await t.rows(lose(maker.userId));
      s.clock.now += hour;
      await work();
      expect((await files("planned")).map((r) => r.RUN_STATE)).toEqual(["waiting", "waiting"]);
      s.clock.now = noon;
      await switchOff("planned");
    });
  });
});

describe("a storage", () => {
  const names = () => [...s3.objects.keys()];

  it("gets signed files, after the secret key is set", async () => {
    await add("cloud", {
      ...storage,
      S3_ENDPOINT: s3.endpoint,
      DATASETS: ["readings"],
      EXPORT_SINCE: "2026-05-19",
    });
    await work();
    expect((await files("cloud"))[0]).toMatchObject({ RUN_RESULT: "S0626" });
    await t.admin.run("rf_SaveExportSecret", { EXPORT_ID: "cloud", S3_SECRET: access.secret });
    const [row] = (await t.admin.list("SYS113", "Q01")).filter((r) => r.EXPORT_ID === "cloud");
    expect(row).toMatchObject({ HAS_SECRET: "Y", WAITING_FILES: 1 });
    expect(JSON.stringify(row)).not.toContain(access.secret);
    s.clock.now += 60_000;
    await work();
    const [file] = await files("cloud");
    const name = "bi/plant1/readings/readings-20260518T160000Z-20260519T160000Z.csv";
    expect(file).toMatchObject({ RUN_STATE: "done", TARGET_FILE: name, ROW_COUNT: 24, RUN_RESULT: null });
    const content = s3.objects.get(`/my-bucket/${name}`);
    expect(sha256(content ?? Buffer.alloc(0))).toBe(file?.SHA256);
    expect(readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())).toEqual(
      [],
    );
  });

  it("that fails is tried again with pauses, given up, and tried again by hand", async () => {
    s3.objects.clear();
    // Switches the schedule off, because the test moves the clock by days. Otherwise the schedule would plan files for
    // these days, and these files would use up the simulated failures.
    await switchOff("cloud");
    const [file] = await files("cloud");
    const again = () => t.admin.run("rf_WriteExportAgain", { RUN_IDS: [file?.RUN_ID] });
    s3.troubles.push(503, "cut", 503, 503, 503, 503, 503);
    await again();
    const results: unknown[] = [];
    for (let i = 0; i < 7; i++) {
      await work();
      const [{ RUN_STATE, ATTEMPTS, RUN_RESULT } = {}] = await files("cloud");
      results.push([RUN_STATE, ATTEMPTS, String(RUN_RESULT).split("^")[0]]);
      s.clock.now += 720 * 60_000;
    }
    expect(results).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => [n < 7 ? "waiting" : "failed", n, "S0624"]));
    expect(names()).toEqual([]);
    await work();
    expect(names()).toEqual([]);
    s.clock.now = noon;
    await again();
    await work();
    expect(names()).toHaveLength(1);
  });

  it("refuses a wrong key, and its reason is shown", async () => {
    await t.admin.run("rf_SaveExportSecret", { EXPORT_ID: "cloud", S3_SECRET: "wrong" });
    const [file] = await files("cloud");
    await t.admin.run("rf_WriteExportAgain", { RUN_IDS: [file?.RUN_ID] });
    await work();
    expect((await files("cloud"))[0]?.RUN_RESULT).toBe("S0624^HTTP 403, SignatureDoesNotMatch");
  });

  it("in a private network is refused unless the operator allows it", async () => {
    vi.stubEnv("EXPORT_ALLOW_PRIVATE", "off");
    s.clock.now += 60_000;
    await work();
    expect((await files("cloud"))[0]?.RUN_RESULT).toBe("S0628");
    vi.stubEnv("EXPORT_ALLOW_PRIVATE", "on");
    s.clock.now = noon;
  });

  it("has its secret key sealed for this schedule", async () => {
    const [stored] = await t.rows<{ secret: string }>(sql`
      select secret from data_export_secret where tenant_id = ${t.id} and export_id = 'cloud'
    `);
    expect(stored?.secret).toMatch(/^sealed\./);
    expect(await resealSecretsOf(t.id, s.app.db, s.app.secrets)).toMatchObject({ lost: 0 });
  });

  it("has its secret key removed when the schedule writes to a folder", async () => {
    const saved = async (row: object) => {
      const Data = [{ EXPORT_ID: "cloud", ...row }];
      const body = { Type: "update", MENU_ID: "SYS113", TableName: "SYS_DATA_EXPORT", Data };
      expect(await t.admin.mitt(body)).toMatchObject({ Code: 0 });
      return (await t.admin.list("SYS113", "Q01")).find((r) => r.EXPORT_ID === "cloud")?.HAS_SECRET;
    };
    expect(await saved({ EXPORT_NAME: "Cloud" })).toBe("Y");
    expect(await saved({ EXPORT_TARGET: "folder" })).toBe("N");
    const InParams = { EXPORT_ID: "cloud", S3_SECRET: access.secret };
    const answer = await t.admin.mitt({ Type: "rf_SaveExportSecret", InParams });
    expect(answer).toMatchObject({ Code: 1, Msg: codes.wrongState });
    expect(await saved({ EXPORT_TARGET: "s3" })).toBe("N");
  });

  it("is asked with the signature of the example in the documentation of AWS", () => {
    const headers = signS3(
      {
        keyId: "AKIAIOSFODNN7EXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
      },
      {
        method: "PUT",
        url: new URL("https://examplebucket.s3.amazonaws.com/test%24file.text"),
        headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
        bodyHash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        now: new Date("2013-05-24T00:00:00Z"),
      },
    );
    expect(headers.authorization).toContain(
      "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    );
  });
});

describe("a file in a folder", () => {
  it("never has half a content under its name, and replaces an earlier one at once", async () => {
    const path = join(dir, "one", "file.csv");
    async function* whole() {
      yield Buffer.from("whole");
    }
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("the database is away");
    }
    await writePart(path, whole());
    expect(readdirSync(join(dir, "one"))).toEqual([".file.csv.part"]);
    await publish(path);
    await expect(writePart(path, broken())).rejects.toThrow("away");
    expect(readdirSync(join(dir, "one"))).toEqual(["file.csv"]);
    expect(readFileSync(path, "utf8")).toBe("whole");
  });
});
