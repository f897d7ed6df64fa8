import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const run = promisify(execFile);
const own = join(import.meta.dirname, "..");
const modules = join(own, "..", "..", "node_modules");
const dir = mkdtempSync(join(tmpdir(), "grid-package-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The README's example, as a reader would copy it. */
const example = (): string =>
  /```tsx\n([\s\S]*?)```/.exec(readFileSync(join(own, "README.md"), "utf8"))?.[1] ?? "";

it("is packed, and its README's example type-checks and builds in a fresh Vite project", {
  timeout: 120_000,
}, async () => {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", dir], { cwd: own });
  const [tarball = ""] = readdirSync(dir).filter((f) => f.endsWith(".tgz"));
  const project = join(dir, "project");
  const place = join(project, "node_modules", "@shotkeeper", "datagrid");
  mkdirSync(place, { recursive: true });
  await run("tar", ["-xzf", join(dir, tarball), "-C", place, "--strip-components=1"]);
  expect(readdirSync(place).sort()).toEqual(["README.md", "demo", "package.json", "src"]);

  // What the project would install; the package's own must be found from there, and nothing of ours.
  for (const name of readdirSync(modules).filter((n) => !n.startsWith(".") && n !== "@shotkeeper"))
    symlinkSync(join(modules, name), join(project, "node_modules", name));
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  write("package.json", JSON.stringify({ name: "fresh", private: true, type: "module" }));
  write("index.html", '<!doctype html><body><script type="module" src="./main.tsx"></script>');
  write("main.tsx", example());
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "es2023",
        lib: ["ES2024", "DOM", "DOM.Iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        jsx: "react-jsx",
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ["vite/client"],
      },
      include: ["main.tsx"],
    }),
  );
  await run(process.execPath, [join(modules, "typescript", "bin", "tsc"), "-p", "."], { cwd: project });
  await run(process.execPath, [join(modules, "vite", "bin", "vite.js"), "build"], { cwd: project });
  const assets = readdirSync(join(project, "dist", "assets"));
  expect(assets.filter((f) => f.endsWith(".css"))).not.toHaveLength(0);
  expect(assets.some((f) => f.startsWith("write-worker"))).toBe(true);
  expect(existsSync(join(project, "dist", "index.html"))).toBe(true);
});
