import { describe, expect, it } from "vitest";
import { runProgram } from "./programs.mjs";
import { said } from "./testing/planted.mjs";

const lint = (dir) =>
  runProgram("@biomejs/biome/bin/biome", ["lint", "--colors=off", "--vcs-enabled=false", "."], dir);

describe("lint rules of this repository", () => {
  it("refuses a file name that is not kebab-case", async () => {
    const text = "export const value = 1;\n";
    const output = await said(lint, { "tools/src/twoWords.ts": text, "tools/src/two-words.ts": text });
    expect(output).toMatch(/tools\/src\/twoWords\.ts lint\/style\/useFilenamingConvention/);
    expect(output).toContain("The filename should be in kebab-case.");
    expect(output).not.toContain("tools/src/two-words.ts");
  }, 60_000);

  it.each(["fetch('/mitt')", "new EventSource('/events')", "new XMLHttpRequest()"])(
    "refuses %s in the web application",
    async (call) => {
      const text = `export const answer = ${call};\n`;
      const output = await said(lint, { "apps/web/src/a.ts": text, "packages/client/src/b.ts": text });
      expect(output).toMatch(/apps\/web\/src\/a\.ts:1:\d+ lint\/style\/noRestrictedGlobals/);
      expect(output).toContain("Talk to the server through @shotkeeper/client.");
      expect(output).not.toContain("packages/client/src/b.ts");
    },
    60_000,
  );
});
