import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Reading } from "../types.ts";
import { Journal } from "./journal.ts";

const folders: string[] = [];
const open: Journal[] = [];
afterEach(async () => {
  for (const j of open.splice(0)) await j.close();
  for (const f of folders.splice(0)) rmSync(f, { recursive: true, force: true });
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "edge-journal-"));
  folders.push(dir);
  return dir;
}

async function journal(dir: string, options = {}): Promise<Journal> {
  const j = await Journal.open(dir, options);
  open.push(j);
  return j;
}

const reading = (i: number): Reading => ({ device: `d${i % 3}`, count: i, at: 1_700_000_000_000 + i });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => reading(from + i));

async function drain(j: Journal, max = 7): Promise<Reading[]> {
  const all: Reading[] = [];
  for (let batch = await j.read(max); batch; batch = await j.read(max)) {
    all.push(...batch.readings);
    await j.sent(batch);
  }
  return all;
}

it("returns the readings in their order, over many files, and deletes the files that were sent", async () => {
  const dir = folder();
  const j = await journal(dir, { fileBytes: 200 });
  for (let i = 0; i < 100; i += 4) await j.add(range(i, i + 4));
  expect(j.backlog).toBe(100);
  expect(await drain(j)).toEqual(range(0, 100));
  expect(j.backlog).toBe(0);
  expect(readdirSync(dir).filter((name) => name.endsWith(".journal"))).toHaveLength(1);
});

it("keeps what was not sent over a restart, and sends a batch again whose receipt was lost", async () => {
  const dir = folder();
  const first = await journal(dir);
  await Promise.all([first.add(range(0, 10)), first.add(range(10, 20))]);
  const batch = await first.read(5);
  if (!batch) throw new Error("no batch");
  await first.sent(batch);
  await first.read(5);
  const second = await journal(dir);
  expect(second.backlog).toBe(15);
  await second.add(range(20, 22));
  expect(await drain(second)).toEqual(range(5, 22));
});

it("leaves out a line that a crash has cut off, and keeps damaged lines", async () => {
  const dir = folder();
  const first = await journal(dir);
  await first.add(range(0, 2));
  const file = join(dir, readdirSync(dir).find((name) => name.endsWith(".journal")) ?? "");
  const [a, b] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, `${a}\nnot JSON\n["d",1.5,2]\n${b}\n`);
  appendFileSync(file, '["d0",99,17000');
  const second = await journal(dir);
  await second.add(range(2, 4));
  expect(await drain(second)).toEqual(range(0, 4));
  expect(second.damaged).toBe(2);
  expect(readFileSync(join(dir, "damaged.txt"), "utf8")).toBe('not JSON\n["d",1.5,2]\n');
});

it("sends everything again if its cursor is unreadable", async () => {
  const dir = folder();
  const first = await journal(dir);
  await first.add(range(0, 3));
  const batch = await first.read(2);
  if (batch) await first.sent(batch);
  writeFileSync(join(dir, "sent.json"), "{");
  expect(await drain(await journal(dir))).toEqual(range(0, 3));
});

it("refuses readings on a full disk, and goes on when there is space", async () => {
  let free = 0;
  const j = await journal(folder(), { freeBytes: async () => free });
  await expect(j.add(range(0, 1))).rejects.toThrow(/disk is full/);
  free = 10 ** 12;
  await j.add(range(1, 2));
  expect(await drain(j)).toEqual(range(1, 2));
});
