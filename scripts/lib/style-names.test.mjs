import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

/** Returns the classes for which a style sheet has a rule whose selector is only the class name. */
const classesOf = (text) =>
  new Set([...text.matchAll(/^\.((?:sk|shop|dg)-[a-z0-9-]+)(?: \{|,)/gm)].map(([, name]) => name));

// The style sheet of a screen stays loaded after the user has left the screen. So if two style sheets use one class
// name, a screen looks different after the user has opened another screen.
it("no class is styled by two style sheets", () => {
  const homes = new Map();
  for (const file of trackedFiles().filter((f) => f.endsWith(".css")))
    for (const name of classesOf(readFileSync(join(root, file), "utf8")))
      homes.set(name, [...(homes.get(name) ?? []), file]);
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
});
