import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errors } from "@shotkeeper/contract/kernel";

const prefix = "sealed";
const keyBytes = 32;

interface Key {
  /** First characters of the key's hash. A sealed text contains this id, so that `open` finds the key of the text. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Returns the keys of SECRET_KEY: one or more keys of 32 bytes in base64, separated by commas. */
export function readSecretKeys(text: string | undefined): readonly string[] | undefined {
  if (!text) return undefined;
  const keys = text.split(",").map((key) => key.trim());
  for (const key of keys)
    if (!/^[A-Za-z0-9+/_-]+=*$/.test(key) || Buffer.from(key, "base64").length !== keyBytes)
      throw new Error(
        "SECRET_KEY must be 32 bytes in base64 (openssl rand -base64 32), or several, separated by commas",
      );
  return keys;
}

/**
 * Encrypts (seals) and decrypts (opens) stored secrets that the server must be able to read again, such as keys of
 * webhooks. Passwords are not encrypted but hashed.
 */
export class Secrets {
  private loaded: readonly Key[] | undefined;

  /**
   * @param keys keys in base64. The first key encrypts, all keys decrypt. If undefined, the only key is in the file
   * `secret.key` of the data directory. The file is created when it is first needed.
   * @param dataDir data directory. If `dataDir` and `keys` are undefined, the key exists only in memory, as in tests.
   */
  constructor(
    private readonly keys: readonly string[] | undefined,
    private readonly dataDir: string | undefined,
  ) {}

  /**
   * Encrypts a secret by AES-256-GCM. The sealed text can be opened only for the same tenant and purpose, so that a
   * copy of the text in another row is useless.
   */
  seal(tenantId: number, purpose: string, plain: string): string {
    const [key] = this.all();
    if (!key) throw errors.notConfigured("SECRET_KEY");
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key.bytes, iv).setAAD(context(tenantId, purpose));
    const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    return `${prefix}.${key.id}.${sealed}`;
  }

  /**
   * Decrypts a sealed secret. A text that is not sealed was stored by an earlier version of the server. Such a text is
   * returned unchanged.
   *
   * @throws Error if no key opens the text, or if the text was sealed for another tenant or purpose.
   */
  open(tenantId: number, purpose: string, sealed: string): string {
    const [mark, id, data = ""] = sealed.split(".");
    if (mark !== prefix) return sealed;
    const key = this.all().find((k) => k.id === id);
    if (!key) throw new Error(`SECRET_KEY lacks the key ${id}, with which the ${purpose} was encrypted`);
    const bytes = Buffer.from(data, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, 12))
      .setAAD(context(tenantId, purpose))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  }

  /**
   * Returns whether a stored secret must be sealed again, because it is plain text or is not sealed with the first key.
   * The other keys are only for opening.
   */
  isOld(stored: string): boolean {
    return !stored.startsWith(`${prefix}.${this.all()[0]?.id}.`);
  }

  private all(): readonly Key[] {
    this.loaded ??= (this.keys ?? [this.ownKey()]).map((text) => {
      const bytes = Buffer.from(text, "base64");
      return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
    });
    return this.loaded;
  }

  private ownKey(): string {
    const fresh = randomBytes(keyBytes).toString("base64");
    if (this.dataDir === undefined) return fresh;
    const file = join(this.dataDir, "secret.key");
    const own = `${file}.${process.pid}`;
    mkdirSync(this.dataDir, { recursive: true });
    // First writes a complete copy of the key to the disk, and then makes `file` a hard link to this copy. So no
    // process reads a part of a key. If several processes start at once, one of them creates the file, and all use its
    // key.
    writeFileSync(own, `${fresh}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(own, file);
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    } finally {
      rmSync(own, { force: true });
    }
    const [key] = readSecretKeys(readFileSync(file, "utf8").trim()) ?? [];
    if (key === undefined) throw new Error(`${file} has no key`);
    return key;
  }
}

const context = (tenantId: number, purpose: string) => Buffer.from(`${tenantId}|${purpose}`);
