import * as sdk from "../src/index.ts";
import * as testing from "../src/testing/index.ts";

/** Packages that the examples import. */
const packages = { "@shotkeeper/label-print": sdk, "@shotkeeper/label-print/testing": testing };

type Program = (from: typeof packages, console: { log(value: unknown): void }) => Promise<void>;
const AsyncFunction: new (...code: string[]) => Program = Object.getPrototypeOf(async () => {}).constructor;

/** Shows a value: a drawing or a picture as such, everything else as text. */
function shown(value: unknown): Node {
  if (value instanceof Blob) {
    const picture = new Image();
    picture.src = URL.createObjectURL(value);
    return picture;
  }
  const box = document.createElement("div");
  if (typeof value === "string" && value.startsWith("<svg")) box.innerHTML = value;
  else box.textContent = typeof value === "string" ? value : JSON.stringify(value);
  return box;
}

/** Gives each example of the page a button that runs it. */
export function runExamples(): void {
  for (const example of document.querySelectorAll(".example")) {
    const [code = "", output] = [example.querySelector("pre")?.textContent, example.querySelector("output")];
    const log = (value: unknown) => output?.append(shown(value));
    // Replaces each import of the package by an access to the packages that this page has loaded.
    const body = code?.replace(/^import (\{[^}]+\}) from ("[^"]+");$/gm, "const $1 = from[$2];") ?? "";
    const run = async () => {
      output?.replaceChildren();
      await new AsyncFunction("from", "console", body)(packages, { log }).catch((e: unknown) =>
        log(String(e)),
      );
    };
    example.querySelector("button")?.addEventListener("click", () => void run());
  }
}
