import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accessibility, features, products } from "./features.ts";

const source = join(import.meta.dirname, "..");
const all = [...features, ...accessibility];

it.each(all)(
  "$name: its example exists, and its test has the title",
  ({ name, example, test, ours, others }) => {
    if (example !== undefined)
      expect(existsSync(join(source, "docs", "examples", `${example}.tsx`))).toBe(true);
    expect(others).toHaveLength(products.length);
    // A feature that the package has must be proven by a test.
    if (ours === "no") return;
    expect(test, name).toBeDefined();
    const [file = "", title = ""] = test ?? [];
    expect(title.length).toBeGreaterThan(3);
    expect(readFileSync(join(source, file), "utf8")).toContain(title);
  },
);
