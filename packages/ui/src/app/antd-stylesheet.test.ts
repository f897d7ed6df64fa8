import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeAntdStyles, styles } from "@shotkeeper/ui/build/antd-styles";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const folders = ["apps/web/src", "packages/ui/src", "packages/datagrid/src/antd"];
/** Names that antd exports and that have no styles of their own. */
const unstyled = new Set(["ConfigProvider", "theme"]);
/** Components that use the styles of another component. */
const styledAs: Readonly<Record<string, string>> = { AutoComplete: "select" };

/** Returns the components that the application imports from antd. */
function imported(): string[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );
  const lists = sources.flatMap((text) => [...text.matchAll(/^import \{([^}]*)\} from "antd";/gm)]);
  const names = lists.flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.trim().split(" ")[0] ?? ""),
  );
  return [...new Set(names)].filter((name) => /^[A-Z]/.test(name) && !unstyled.has(name));
}

it("contains the styles of each component that the application uses", () => {
  const names = imported();
  expect(names).toContain("Button");
  const styled = new Set(styles.map(([file]) => file.split("/")[0]));
  const folderOf = (name: string) =>
    styledAs[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  expect(names.filter((name) => !styled.has(folderOf(name)))).toEqual([]);
});

it("has no value of a theme, only CSS variables", { timeout: 60_000 }, () => {
  const css = makeAntdStyles();
  expect(css.length).toBeGreaterThan(100_000);
  expect(css).not.toContain("css-dev-only");
  expect(css).not.toMatch(/#1677ff|#1f5fc4/i);
});

it("is the same in a build, where antd runs in production mode", { timeout: 60_000 }, () => {
  const file = join(root, "packages/ui/build/antd-styles.mjs");
  const program = `import(${JSON.stringify(file)}).then((m) => process.stdout.write(m.makeAntdStyles()))`;
  const env = { ...process.env, NODE_ENV: "production" };
  const built = execFileSync(process.execPath, ["-e", program], {
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 24,
  });
  expect(built.includes("undefined")).toBe(false);
  expect(built === makeAntdStyles()).toBe(true);
  for (const part of ["ant-modal-confirm-btns", "ant-btn-compact-item", "ant-tag-success"])
    expect(built.includes(`.${part}`)).toBe(true);
});
