import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rowChecker } from "./row-types.ts";

const source = `
import type { Base } from "./base.ts";
interface Mold extends Base { readonly mold_no: string; state: 1 | 2; note: string | null }
const a = sql<Mold>\`select \${columns} from mold\`;
const b = sql<{ n: number }>\`select count(*) as n\`;
const c = sql<Pick<Mold, "mold_no">>\`select 1\`;
`;

function checker() {
  const root = mkdtempSync(join(tmpdir(), "row-types-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "mold.ts"), source);
  writeFileSync(join(root, "src", "base.ts"), "export interface Base { mold_id: number }");
  return rowChecker(root);
}

it("finds differences between rows and declared types", () => {
  const check = checker();
  const mold = ["select ", " from mold"];
  const row = { mold_id: 1, mold_no: "M1", state: 2, note: null };
  expect(check(mold, row)).toEqual([]);
  expect(check(mold, { ...row, note: 5 })).toEqual([
    'src/mold.ts: column "note" is number, declared string | null',
  ]);
  expect(check(mold, { ...row, mold_id: "1" })).toEqual([
    'src/mold.ts: column "mold_id" is string, declared number',
  ]);
  expect(check(mold, { mold_id: 1, mold_no: "M1", state: 2 })).toEqual([
    'src/mold.ts: the answer has no column "note"',
  ]);
  expect(check(["select count(*) as n"], { n: "3" })).toEqual([
    'src/mold.ts: column "n" is string, declared number',
  ]);
});

it("allows unknown types and templates without a type", () => {
  const check = checker();
  expect(check(["select 1"], { other: 1 })).toEqual([]);
  expect(check(["select 2"], {})).toEqual([]);
});
