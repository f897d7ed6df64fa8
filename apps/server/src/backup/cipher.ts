import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from "node:crypto";
import { BackupError, type KeyFacts } from "./format.ts";

const chunkBytes = 64 * 1024;
const tagBytes = 16;
/** Fixes the length of the authentication tag. Without this option, decryption would also accept a shorter tag. */
const tagLength = { authTagLength: tagBytes } as const;
/** Cost of scrypt for new backups, 2^16. With it, a guess of the passphrase takes about 0.2 s and 64 MB. */
const usualCost = 65_536;

/** Encrypts the files of one backup. Each file has a separate key. */
export class BackupKey {
  private constructor(
    readonly facts: KeyFacts,
    private readonly secret: Buffer,
  ) {}

  static create(passphrase: string, cost = usualCost): BackupKey {
    return BackupKey.open(passphrase, {
      cipher: "aes-256-gcm",
      salt: randomBytes(16).toString("base64"),
      cost,
    });
  }

  static open(passphrase: string, facts: KeyFacts): BackupKey {
    const { cipher, salt, cost } = facts;
    if (cipher !== "aes-256-gcm" || !Number.isInteger(cost) || cost < 1024 || cost > 2 ** 22)
      throw new BackupError("the backup is encrypted in a way that this program does not know");
    const options = { N: cost, r: 8, p: 1, maxmem: 256 * 8 * cost };
    return new BackupKey(facts, scryptSync(passphrase, Buffer.from(salt, "base64"), 32, options));
  }

  private keyOf(path: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.secret, "", `shotkeeper backup ${path}`, 32));
  }

  /**
   * Encrypts a stream. Each chunk has an authentication tag, the last chunk is marked, and the key depends on `path`.
   * So `decrypt` refuses a file that was changed, cut or renamed.
   */
  async *encrypt(path: string, content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    const key = this.keyOf(path);
    let n = 0;
    let rest = Buffer.alloc(0);
    const seal = (piece: Buffer, isLast: boolean) => {
      const cipher = createCipheriv("aes-256-gcm", key, nonceOf(n++, isLast), tagLength);
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    };
    for await (const piece of content) {
      rest = Buffer.concat([rest, Buffer.from(piece)]);
      // Keeps at least one byte for the last chunk, because the last chunk is encrypted with a nonce that marks it.
      for (; rest.length > chunkBytes; rest = rest.subarray(chunkBytes))
        yield seal(rest.subarray(0, chunkBytes), false);
    }
    yield seal(rest, true);
  }

  /** Decrypts a stream. Throws BackupError if the passphrase is wrong or the file was changed. */
  async *decrypt(path: string, content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    const key = this.keyOf(path);
    let n = 0;
    let rest = Buffer.alloc(0);
    const open = (sealed: Buffer, isLast: boolean) => {
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(n++, isLast), tagLength);
      try {
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
      } catch {
        throw new BackupError(
          `${path} cannot be decrypted: the passphrase is wrong, or the file was changed`,
        );
      }
    };
    for await (const piece of content) {
      rest = Buffer.concat([rest, Buffer.from(piece)]);
      for (; rest.length > chunkBytes + tagBytes; rest = rest.subarray(chunkBytes + tagBytes))
        yield open(rest.subarray(0, chunkBytes + tagBytes), false);
    }
    yield open(rest, true);
  }
}

/**
 * Returns the nonce of a chunk: the chunk's number and a mark for the last chunk. A key encrypts only one file, so no
 * nonce repeats.
 */
function nonceOf(n: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(n, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Passes a stream through, encrypted if there is a key. */
export const sealed = (
  key: BackupKey | undefined,
  path: string,
): ((content: AsyncIterable<Buffer | string>) => AsyncIterable<Buffer | string>) =>
  key ? (content) => key.encrypt(path, content) : (content) => content;

/** Passes a stream through, decrypted if there is a key. */
export const unsealed = (
  key: BackupKey | undefined,
  path: string,
): ((content: AsyncIterable<Buffer | string>) => AsyncIterable<Buffer | string>) =>
  key ? (content) => key.decrypt(path, content) : (content) => content;
