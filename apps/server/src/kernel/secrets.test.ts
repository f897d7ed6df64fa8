import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSecretKeys, Secrets } from "./secrets.ts";

const key = () => randomBytes(32).toString("base64");

describe("sealed secrets", () => {
  it("are opened for the same tenant and purpose only", () => {
    const secrets = new Secrets([key()], undefined);
    const sealed = secrets.seal(7, "webhook R1", "a secret");
    expect(sealed).not.toContain("a secret");
    expect(secrets.seal(7, "webhook R1", "a secret")).not.toBe(sealed);
    expect(secrets.open(7, "webhook R1", sealed)).toBe("a secret");
    expect(() => secrets.open(8, "webhook R1", sealed)).toThrow();
    expect(() => secrets.open(7, "webhook R2", sealed)).toThrow();
  });

  it("are refused if somebody has changed them", () => {
    const secrets = new Secrets([key()], undefined);
    const sealed = secrets.seal(7, "totp ann", "a secret");
    const at = sealed.length - 4;
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    expect(() => secrets.open(7, "totp ann", changed)).toThrow();
  });

  it("survive a change of the key, and tell which key is missing", () => {
    const [old, next] = [key(), key()];
    const before = new Secrets([old], undefined);
    const sealed = before.seal(7, "webhook R1", "a secret");
    const during = new Secrets([next, old], undefined);
    expect(during.open(7, "webhook R1", sealed)).toBe("a secret");
    expect([during.isOld(sealed), before.isOld(sealed), during.isOld("plain")]).toEqual([true, false, true]);
    const id = sealed.split(".")[1] ?? "";
    expect(() => new Secrets([next], undefined).open(7, "webhook R1", sealed)).toThrow(
      `SECRET_KEY lacks the key ${id}`,
    );
  });

  it("use a file of the data directory that only its owner can read", () => {
    const dir = mkdtempSync(join(tmpdir(), "shotkeeper-secrets-"));
    try {
      const sealed = new Secrets(undefined, dir).seal(7, "webhook R1", "a secret");
      expect(new Secrets(undefined, dir).open(7, "webhook R1", sealed)).toBe("a secret");
      expect(statSync(join(dir, "secret.key")).mode & 0o777).toBe(0o600);
      expect(readSecretKeys(readFileSync(join(dir, "secret.key"), "utf8").trim())).toHaveLength(1);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe("SECRET_KEY", () => {
  it("is refused unless every key has 32 bytes", () => {
    const good = key();
    expect(readSecretKeys(`${good}, ${key()}`)).toHaveLength(2);
    expect(readSecretKeys("")).toBeUndefined();
    for (const bad of ["short", `${good},`, `${good},x y`, randomBytes(31).toString("base64")])
      expect(() => readSecretKeys(bad), bad).toThrow("SECRET_KEY must be 32 bytes in base64");
  });
});
