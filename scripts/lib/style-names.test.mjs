import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { applyPalette } from "../../packages/ui/src/app/palette.ts";
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

/** Returns the names of the variables that the palette sets, such as --sk-panel. */
function paletteNames() {
  const names = new Set();
  const style = { setProperty: (name) => names.add(name) };
  vi.stubGlobal("document", { documentElement: { style, dataset: {} } });
  applyPalette("light", { light: "#000000", dark: "#ffffff" });
  vi.unstubAllGlobals();
  return names;
}

// A variable that nothing sets makes its whole declaration void: the text keeps the size or the colour around it.
it("every variable that a style sheet uses is set by a style sheet, a component or the palette", () => {
  const read = (file) => readFileSync(join(root, file), "utf8");
  const sources = trackedFiles().filter((f) => /^(apps|packages)\/.*\.(css|tsx?)$/.test(f));
  const set = paletteNames();
  for (const file of sources)
    for (const [, name] of read(file).matchAll(/(--(?:sk|shop)-[\w-]+)"?:/g)) set.add(name);
  const missing = sources
    .filter((f) => f.endsWith(".css"))
    .flatMap((file) =>
      [...read(file).matchAll(/var\((--(?:sk|shop)-[\w-]+)/g)].map(([, name]) => [file, name]),
    )
    .filter(([, name]) => !set.has(name));
  expect(missing).toEqual([]);
});
