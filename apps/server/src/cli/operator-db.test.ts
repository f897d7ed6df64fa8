import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errors } from "@shotkeeper/contract/kernel";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lastBackupSeconds, markBackup } from "../backup/backup-mark.ts";
import { openLicence, readKey } from "../licence/licence.ts";
import { failureText } from "./failure.ts";
import { licenceWithoutDatabase } from "./licence-commands.ts";
import { requireDatabase } from "./operator-db.ts";
import { UsageError } from "./usage.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "shotkeeper-operator-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

describe("a command of the operator", () => {
  it("refuses to work without DATABASE_URL where no embedded database is, and makes nothing", () => {
    const place = { databaseUrl: undefined, dataDir: join(dir, "data") };
    expect(() => requireDatabase(place)).toThrow("DATABASE_URL is not set");
    expect(existsSync(place.dataDir)).toBe(false);
    mkdirSync(join(place.dataDir, "pglite"), { recursive: true });
    requireDatabase(place);
    requireDatabase({ ...place, databaseUrl: "postgres://somewhere/x" });
  });

  it("ends with a sentence: usage, refusal with its text and code, any other error", () => {
    expect(failureText(new UsageError("<code> is missing"), "tenant")).toBe(
      "<code> is missing\nTry shotkeeper tenant --help.",
    );
    expect(failureText(errors.licenceFileInvalid(), "tenant")).toMatch(/^Refused: \S.* \(S\d{4}\)$/);
    expect(failureText(new Error("no disk"), "backup")).toBe("no disk");
  });

  it("issues a licence on a machine without the database, into a folder that it makes", () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const now = Date.parse("2026-05-20T04:00:00Z");
    const keys = join(dir, "new", "keys");
    expect(licenceWithoutDatabase(["keygen", keys], {}, now)).toBe(true);
    const out = join(dir, "acme.lic");
    const values = {
      key: join(keys, "licence-private.pem"),
      serial: "AU-1",
      customer: "Acme",
      due: "2027-12-31",
      out,
    };
    expect(licenceWithoutDatabase(["issue", "acme"], values, now)).toBe(true);
    const key = readKey(readFileSync(join(keys, "licence-public.pem"), "utf8"), "public");
    const facts = openLicence(readFileSync(out, "utf8"), key, {
      auId: "AU-1",
      code: "acme",
      today: "2026-05-20",
      issuedAt: undefined,
    });
    expect(facts).toMatchObject({ aimTenant: "acme", auId: "AU-1", custName: "Acme", dueDate: "2027-12-31" });
    expect(() => licenceWithoutDatabase(["issue", "acme"], { serial: "AU-1" }, now)).toThrow("--customer");
    expect(licenceWithoutDatabase(["issue", "acme"], { key: "x" }, now)).toBe(false);
    expect(licenceWithoutDatabase(["show", "acme"], {}, now)).toBe(false);
  });
});

it("a completed backup, or touching the file, moves the time that /metrics shows", () => {
  expect(lastBackupSeconds(dir)).toBe(0);
  markBackup(dir, "2026-05-20T04:00:00.000Z");
  expect(Date.now() / 1000 - lastBackupSeconds(dir)).toBeLessThan(60);
  utimesSync(join(dir, "last-backup"), 1000, 1000);
  expect(lastBackupSeconds(dir)).toBe(1000);
});
