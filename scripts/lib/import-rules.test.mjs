import { beforeAll, describe, expect, it } from "vitest";
import { importRules, unusedCode } from "./import-rules.mjs";
import { said } from "./testing/planted.mjs";

const value = "export const value = 1;\n";
const use = (...paths) => paths.map((path) => `import ${JSON.stringify(path)};\n`).join("");

/** Files that violate no rule. The files of `planted` import them. */
const sound = {
  "packages/contract/src/kernel/index.ts": value,
  "packages/contract/src/mold/index.ts": value,
  "packages/contract/src/enumerations.ts": value,
  "packages/locales/src/index.ts": use("@shotkeeper/contract/kernel"),
  "packages/datagrid/src/core/index.ts": value,
  "packages/datagrid/src/antd/index.ts": value,
  "packages/ui/src/app/index.ts": use("@shotkeeper/contract/kernel", "@shotkeeper/contract/enumerations"),
  "packages/ui/src/form/index.ts": use("../app/index.ts"),
  "apps/server/src/kernel/config.ts": value,
  "apps/server/src/telemetry/core/index.ts": value,
  "apps/server/src/telemetry/ledger/ledger.ts": use("../core/index.ts", "../../kernel/config.ts"),
  "apps/server/src/telemetry/mqtt/mqtt.ts": use("../ledger/ledger.ts"),
  "apps/server/src/modules/notice/index.ts": value,
  "apps/server/src/modules/notice/rules.ts": value,
  "apps/server/src/modules/mold/index.ts": use("../notice/index.ts", "../../kernel/config.ts"),
  "apps/server/src/http/server.ts": use("../kernel/config.ts"),
  "apps/server/src/jobs/runner.ts": use("../modules/notice/index.ts"),
  "apps/print-agent/src/agent.ts": value,
  "apps/web/src/screens.ts": `export const load = [() => import("./admin/mold/mold-page.tsx")];\n`,
  "apps/web/src/admin/paths.ts": value,
  "apps/web/src/admin/printing/measure.ts": use("../paths.ts"),
  "apps/web/src/admin/mold/mold-page.tsx": use("../printing/measure.ts"),
  "apps/web/src/shop/parts/amount.tsx": value,
  "apps/web/src/shop/pages/cart-page.tsx": use("../parts/amount.tsx"),
  "bench/src/main.ts": use("../../apps/server/src/kernel/config.ts"),
  // Tests may import across all layers, so this file violates no rule.
  "apps/server/src/kernel/config.test.ts": use("../http/server.ts"),
};

/** Planted violations: rule, file, import, resolved target, and a part of the message. */
const planted = [
  [
    "relative-path-stays-in-its-package",
    "packages/ui/src/app/far.ts",
    "../../../datagrid/src/core/index.ts",
    "packages/datagrid/src/core/index.ts",
    "Import the other package by its name.",
  ],
  [
    "bench-times-the-server",
    "bench/src/far.ts",
    "../../packages/datagrid/src/core/index.ts",
    "packages/datagrid/src/core/index.ts",
    "of the server and of the print service, and into no other package",
  ],
  [
    "apps-are-apart",
    "apps/print-agent/src/other-app.ts",
    "../../server/src/kernel/config.ts",
    "apps/server/src/kernel/config.ts",
    "Move what both need to packages/.",
  ],
  [
    "packages-know-no-app",
    "packages/ui/src/app/knows-app.ts",
    "../../../../apps/web/src/admin/paths.ts",
    "apps/web/src/admin/paths.ts",
    "Move the shared part into a package.",
  ],
  [
    "contract-is-pure",
    "packages/contract/src/kernel/reads-files.ts",
    "node:fs",
    "fs",
    "The contract is pure data for every side",
  ],
  [
    "contract-is-pure",
    "packages/contract/src/kernel/knows-locales.ts",
    "@shotkeeper/locales",
    "packages/locales/src/index.ts",
    "Keep it free of imports.",
  ],
  [
    "independent-package",
    "packages/datagrid/src/core/knows-contract.ts",
    "@shotkeeper/contract/kernel",
    "packages/contract/src/kernel/index.ts",
    "Pass it in as a parameter.",
  ],
  [
    "independent-package",
    "packages/label-print/src/knows-datagrid.ts",
    "@shotkeeper/datagrid/core",
    "packages/datagrid/src/core/index.ts",
    "know nothing of ours",
  ],
  [
    "grid-core-knows-no-framework",
    "packages/datagrid/src/core/knows-react.ts",
    "react",
    "react",
    "work without React",
  ],
  [
    "grid-knows-no-antd",
    "packages/datagrid/src/react/knows-a-skin.ts",
    "../antd/index.ts",
    "packages/datagrid/src/antd/index.ts",
    "take the controls from `useSkin()`",
  ],
  [
    "locales-and-client-know-the-contract-only",
    "packages/locales/src/knows-ui.ts",
    "@shotkeeper/ui/app",
    "packages/ui/src/app/index.ts",
    "only the contract of ours",
  ],
  [
    "locales-and-client-know-the-contract-only",
    "packages/client/src/reads-files.ts",
    "node:fs",
    "fs",
    "no Node, no library",
  ],
  [
    "ui-knows-no-entity",
    "packages/ui/src/app/knows-mold.ts",
    "@shotkeeper/contract/mold",
    "packages/contract/src/mold/index.ts",
    "Let the screen pass it in.",
  ],
  [
    "modules-meet-at-their-index",
    "apps/server/src/modules/mold/past-the-index.ts",
    "../notice/rules.ts",
    "apps/server/src/modules/notice/rules.ts",
    "Export it there, and import the index.",
  ],
  [
    "core-of-telemetry-is-pure",
    "apps/server/src/telemetry/core/knows-kernel.ts",
    "../../kernel/config.ts",
    "apps/server/src/kernel/config.ts",
    "no database, no clock and no server",
  ],
  [
    "screens-are-apart",
    "apps/web/src/admin/mold/uses-screen.tsx",
    "./mold-page.tsx",
    "apps/web/src/admin/mold/mold-page.tsx",
    "Move the shared part to a file of its own",
  ],
  ["no-circle", "packages/client/src/a.ts", "./b.ts", "packages/client/src/b.ts", "Move what they share"],
  [
    "order-of-layers apps/server/src/kernel",
    "apps/server/src/kernel/upwards.ts",
    "../modules/notice/index.ts",
    "apps/server/src/modules/notice/index.ts",
    "apps/server/src/kernel may import no other layer of this folder",
  ],
  [
    "order-of-layers apps/server/src/kernel",
    "apps/server/src/kernel/to-http.ts",
    "../http/server.ts",
    "apps/server/src/http/server.ts",
    "Move the shared part into one of these, or pass it in from above.",
  ],
  [
    "order-of-layers apps/server/src/telemetry",
    "apps/server/src/telemetry/ledger/to-modules.ts",
    "../../modules/notice/index.ts",
    "apps/server/src/modules/notice/index.ts",
    "apps/server/src/telemetry may import kernel of this folder",
  ],
  [
    "order-of-layers apps/server/src/telemetry/ledger",
    "apps/server/src/telemetry/ledger/to-mqtt.ts",
    "../mqtt/mqtt.ts",
    "apps/server/src/telemetry/mqtt/mqtt.ts",
    "apps/server/src/telemetry/ledger may import core of this folder",
  ],
  [
    "order-of-layers apps/server/src/modules",
    "apps/server/src/modules/mold/to-http.ts",
    "../../http/server.ts",
    "apps/server/src/http/server.ts",
    "apps/server/src/modules may import kernel, telemetry, licence, backup, app.ts of this folder",
  ],
  [
    "order-of-layers apps/server/src/modules",
    "apps/server/src/modules/mold/to-jobs.ts",
    "../../jobs/runner.ts",
    "apps/server/src/jobs/runner.ts",
    "(scripts/lib/layers.mjs)",
  ],
  [
    "order-of-layers apps/server/src/http",
    "apps/server/src/http/to-modules.ts",
    "../modules/notice/index.ts",
    "apps/server/src/modules/notice/index.ts",
    "apps/server/src/http may import",
  ],
  [
    "order-of-layers apps/server/src/modules/notice",
    "apps/server/src/modules/notice/to-mold.ts",
    "../mold/index.ts",
    "apps/server/src/modules/mold/index.ts",
    "apps/server/src/modules/notice may import no other layer of this folder",
  ],
  [
    "order-of-layers packages/ui/src/app",
    "packages/ui/src/app/to-form.ts",
    "../form/index.ts",
    "packages/ui/src/form/index.ts",
    "packages/ui/src/app may import time, lazy of this folder",
  ],
  [
    "order-of-layers apps/web/src/admin/printing",
    "apps/web/src/admin/printing/to-mold.ts",
    "../mold/lines.ts",
    "apps/web/src/admin/mold/lines.ts",
    "apps/web/src/admin/printing may import scan, the loose files of this folder",
  ],
  [
    "order-of-layers apps/web/src/shop/parts",
    "apps/web/src/shop/parts/to-pages.ts",
    "../pages/cart-page.tsx",
    "apps/web/src/shop/pages/cart-page.tsx",
    "apps/web/src/shop/parts may import no other layer of this folder",
  ],
];

describe("import rules", () => {
  let output = "";
  beforeAll(async () => {
    const wrong = planted.map(([, file, specifier]) => [file, use(specifier)]);
    output = await said(importRules, {
      ...sound,
      ...Object.fromEntries(wrong),
      "packages/client/src/b.ts": use("./a.ts"),
      "apps/web/src/admin/mold/lines.ts": value,
    });
  }, 60_000);

  it("finds nothing if no rule is violated", async () => {
    expect(await said(importRules, sound)).toBe("");
  }, 60_000);

  it("refuses a layer that is missing in the order of layers", async () => {
    expect(await said(importRules, { ...sound, "apps/server/src/attic/index.ts": value })).toBe(
      "apps/server/src/attic has no place in the order of layers: add it to scripts/lib/layers.mjs",
    );
  }, 60_000);

  it.each(planted)("%s: %s imports %s", (rule, file, _specifier, target, message) => {
    const at = output.indexOf(`error ${rule}: ${file} → ${target}`);
    expect(at, `no such message in: ${output}`).toBeGreaterThanOrEqual(0);
    const [, own = ""] = output.slice(at).split("error ");
    expect(own).toContain(message);
  });
});

describe("unused code", () => {
  const entry = 'import { used } from "./parts.ts";\nconsole.log(used);\n';
  const parts = (more = "") => `export const used = 1;\n${more}`;
  const saidOfTools = (files) => said(unusedCode, { "tools/src/simulate.ts": entry, ...files });

  it("finds no file and no export if everything is used", async () => {
    expect(await saidOfTools({ "tools/src/parts.ts": parts() })).not.toContain("tools/src");
  }, 60_000);

  it("finds an unused file, export and dependency", async () => {
    const output = await saidOfTools({
      "tools/src/parts.ts": parts("export const spare = 2;\n"),
      "tools/src/forgotten.ts": "console.log(1);\n",
    });
    expect(output).toMatch(/Unused files \(\d+\).*tools\/src\/forgotten\.ts/);
    expect(output).toMatch(/Unused dependencies \(\d+\).*mqtt tools\/package\.json/);
    expect(output).toMatch(/Unused exports \(1\) spare tools\/src\/parts\.ts:2/);
    expect(output).toContain("Delete what nobody uses.");
  }, 60_000);
});
