import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accessibility } from "./accessibility.ts";
import { features, products } from "./features.ts";

const source = join(import.meta.dirname, "..");
const all = [...features, ...accessibility];

it.each(all)("$name: has an example and a test, or a reason", ({ example, test, ours, others, note }) => {
  expect(others).toHaveLength(products.length);
  if (ours === "no") {
    expect([example, test]).toEqual([undefined, undefined]);
    expect(note).toMatch(/^Left out\. /);
    return;
  }
  expect(existsSync(join(source, "docs", "examples", `${example}.tsx`)), `example ${example}`).toBe(true);
  const [file = "", title = ""] = test ?? [];
  expect(title.length).toBeGreaterThan(3);
  // The title must be the title of a test and not only stand in a comment: in a call of `it` or `test`, in the table of
  // an `it.each`, or in the list of example-uses.ts.
  const lines = readFileSync(join(source, file), "utf8").split("\n");
  const isTitle = (line: string): boolean =>
    line.includes(title) && /^\s*(it|test)\b|^\s*"|^ {2}"?[\w-]+"?: async/.test(line);
  expect(lines.filter(isTitle), `${file}: ${title}`).not.toEqual([]);
});

it("each example is in the matrix, or only shows how to use the package", () => {
  const files = readdirSync(join(source, "docs", "examples")).map((name) => name.replace(".tsx", ""));
  const named = new Set(all.map(({ example }) => example));
  expect(files.filter((name) => !named.has(name))).toEqual([]);
});
