import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { BackupKey } from "./cipher.ts";

const key = BackupKey.create("correct horse battery", 1024);
const chunk = 64 * 1024;

async function all(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
const seal = (text: Buffer, path = "a") => all(key.encrypt(path, Readable.from([text])));
const open = (sealed: Buffer, path = "a", by = key) => all(by.decrypt(path, Readable.from([sealed])));

describe("the cipher of backups", () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 7])("returns %i bytes", async (n) => {
    const text = Buffer.alloc(n, "text");
    const sealed = await seal(text);
    expect(await open(sealed)).toEqual(text);
    if (n > 1) expect(sealed.includes("text")).toBe(false);
    // The result must not depend on the pieces in which the stream arrives.
    const pieces = Array.from({ length: Math.ceil(sealed.length / 1000) }, (_, i) =>
      sealed.subarray(i * 1000, (i + 1) * 1000),
    );
    expect(await all(key.decrypt("a", Readable.from(pieces)))).toEqual(text);
  });

  it("refuses files that were changed, cut, lengthened, reordered or renamed, and other keys", async () => {
    const sealed = await seal(Buffer.alloc(2 * chunk + 100, 1));
    const size = chunk + 16;
    const changed = Buffer.from(sealed);
    changed[5] = (changed[5] ?? 0) ^ 1;
    const bad = [
      changed,
      sealed.subarray(0, size),
      sealed.subarray(0, 2 * size),
      sealed.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.concat([sealed, Buffer.alloc(1)]),
      Buffer.concat([sealed.subarray(size, 2 * size), sealed.subarray(0, size), sealed.subarray(2 * size)]),
    ];
    for (const b of bad) await expect(open(b)).rejects.toThrow("cannot be decrypted");
    await expect(open(sealed, "b")).rejects.toThrow("cannot be decrypted");
    const other = BackupKey.open("wrong horse battery", key.facts);
    await expect(open(sealed, "a", other)).rejects.toThrow("cannot be decrypted");
    const again = BackupKey.open("correct horse battery", key.facts);
    expect((await open(sealed, "a", again)).length).toBe(2 * chunk + 100);
  });

  it("refuses a cost that would use up the memory", () =>
    expect(() => BackupKey.open("x", { ...key.facts, cost: 2 ** 30 })).toThrow("does not know"));
});
