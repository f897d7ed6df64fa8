import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusalOf, said } from "../testing/refusal.ts";
import { FileStore } from "./file-store.ts";
import { headBytes } from "./file-types.ts";

let root: string;
let store: FileStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "files-"));
  store = new FileStore(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const streamOf = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((c) => Buffer.from(c)));
const namesOf = (tenantId: number) => readdir(join(root, String(tenantId))).catch(() => []);

it("stores a file in its tenant's folder under a random name, readable by this program only", async () => {
  const stored = await store.write(1, "note.txt", streamOf("first ", "second"));
  expect(stored).toMatchObject({
    size: 12,
    sha256: createHash("sha256").update("first second").digest("hex"),
    type: { mediaType: "text/plain; charset=utf-8" },
  });
  expect(stored.id).toMatch(/^[A-Za-z0-9_-]{24}$/);
  expect(await namesOf(1)).toEqual([stored.id]);
  const path = join(root, "1", stored.id);
  expect(await readFile(path, "utf8")).toBe("first second");
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await store.size(1, stored.id)).toBe(12);
  expect(await text(store.read(1, stored.id))).toBe("first second");
  expect(await text(store.read(1, stored.id, { start: 6, end: 8 }))).toBe("sec");
  await store.remove(1, stored.id);
  expect([await store.size(1, stored.id), await namesOf(1)]).toEqual([undefined, []]);
  await store.remove(1, stored.id);
});

it("detects the type from the first bytes, however they are split", async () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2000)]);
  const pieces = Array.from({ length: 40 }, (_, i) => png.subarray(i * 51, (i + 1) * 51));
  const stored = await store.write(2, "a.png", streamOf(...pieces));
  expect(stored).toMatchObject({ size: png.length, type: { mediaType: "image/png" } });
  expect(await readFile(join(root, "2", stored.id))).toEqual(png.subarray(0, 2008));
});

it("refuses a forbidden type after the first bytes and leaves no file", async () => {
  let read = 0;
  const endless = async function* () {
    for (; read < 100; read++) yield Buffer.alloc(headBytes, 0x41);
  };
  expect(await refusalOf(() => store.write(3, "a.png", Readable.from(endless())))).toBe("fileTypeNotAllowed");
  expect(read).toBeLessThan(40);
  expect(await refusalOf(() => store.write(3, "a.png", streamOf("short")))).toBe("fileTypeNotAllowed");
  expect(await refusalOf(() => store.write(3, "a.exe", streamOf("MZ")))).toBe("fileTypeNotAllowed");
  expect(await namesOf(3)).toEqual([]);
});

it("refuses a text file whose later bytes are binary", async () => {
  const head = "a".repeat(headBytes);
  expect(await refusalOf(() => store.write(4, "a.txt", streamOf(head, "fine", "\u0000")))).toBe(
    "fileTypeNotAllowed",
  );
  expect(await namesOf(4)).toEqual([]);
  expect(await store.write(4, "a.txt", streamOf(head, "fine"))).toMatchObject({ size: headBytes + 4 });
});

it("passes on upload errors, and reports a full disk as the server's failure", async () => {
  const broken = (code: string) =>
    // biome-ignore lint/correctness/useYield: it breaks before the first piece
    async function* () {
      throw Object.assign(new Error("broken"), { code });
    };
  for (const code of ["ENOSPC", "EDQUOT"])
    await expect(store.write(5, "a.txt", Readable.from(broken(code)()))).rejects.toMatchObject({
      message: said("databaseUnavailable"),
      status: 503,
    });
  await expect(store.write(5, "a.txt", Readable.from(broken("EIO")()))).rejects.toThrow("broken");
  expect(await namesOf(5)).toEqual([]);
});

it("builds no path from ids that the store has not created", async () => {
  for (const id of ["", "../../../etc/passwd", "a/b", "short", "x".repeat(41), `${"a".repeat(12)}.part`])
    await expect(store.size(1, id)).rejects.toMatchObject({ message: said("notFound"), status: 404 });
  for (const tenantId of [Number.NaN, 1.5, 2 ** 53])
    await expect(store.remove(tenantId, "a".repeat(24))).rejects.toMatchObject({ message: said("notFound") });
  expect(() => store.read(1, "..")).toThrow(said("notFound"));
  expect(await store.size(1, "a".repeat(10))).toBeUndefined();
  expect(await store.size(1, "a".repeat(40))).toBeUndefined();
});
