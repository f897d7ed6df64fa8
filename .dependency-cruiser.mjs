// Which file may import which, for `npm run check`. docs/architecture.md explains the reasons.
// dependency-cruiser reads the paths as regular expressions; $1 is the first group of `from`.
import { existsSync, readFileSync } from "node:fs";
import { layers } from "./scripts/lib/layers.mjs";

/** Tests, galleries and fixtures may import across all layers. */
const testing = "[.](test|spec|gallery)[.]tsx?$|/(testing|gallery)/";
const ours = "^(packages|apps|e2e|bench|tools)/";
const escaped = (path) => path.replace(/[.]/g, "[.]");

const between = [
  {
    name: "relative-path-stays-in-its-package",
    comment: "A relative path never leaves its package. Import the other package by its name.",
    from: { path: "^((packages|apps)/[^/]+|e2e|tools)/" },
    to: { path: ours, pathNot: "^$1/", dependencyTypes: ["local"] },
  },
  {
    name: "bench-times-the-server",
    comment:
      "The benchmarks may reach into the sources of the server and of the print service, and into no other package. " +
      "Import it by its name.",
    from: { path: "^bench/" },
    to: { path: ours, pathNot: "^(bench|apps/(server|print-agent)/src)/", dependencyTypes: ["local"] },
  },
  {
    name: "apps-are-apart",
    comment: "Apps never import each other. Move what both need to packages/.",
    from: { path: "^apps/([^/]+)/" },
    to: { path: "^apps/", pathNot: "^apps/$1/" },
  },
  {
    name: "packages-know-no-app",
    comment: "Packages are used by apps and never import one. Move the shared part into a package.",
    from: { path: "^packages/" },
    to: { path: "^(apps|e2e|bench|tools)/" },
  },
  {
    name: "contract-is-pure",
    comment:
      "The contract is pure data for every side: no Node, no library, nothing of ours. Keep it free of imports.",
    from: { path: "^packages/contract/", pathNot: testing },
    to: { pathNot: "^packages/contract/" },
  },
  {
    name: "independent-package",
    comment:
      "datagrid and label-print know nothing of ours, so that others can use them. Pass it in as a parameter.",
    from: { path: "^packages/(datagrid|label-print)/" },
    to: { path: ours, pathNot: "^packages/$1/" },
  },
  {
    name: "grid-core-knows-no-framework",
    comment:
      "The core and the spreadsheets of the grid work without React. Content of cells is `Content` there.",
    from: { path: "^packages/datagrid/src/(core|sheet)/", pathNot: testing },
    to: { path: "(^|node_modules/)(react|react-dom|antd|@ant-design)(/|$)" },
  },
  {
    name: "grid-knows-no-antd",
    comment: "Only src/antd and src/import use antd. In src/react take the controls from `useSkin()`.",
    from: { path: "^packages/datagrid/src/(react|plain)/", pathNot: testing },
    to: { path: ["(^|node_modules/)(antd|@ant-design)(/|$)", "^packages/datagrid/src/(antd|import)/"] },
  },
  {
    name: "locales-and-client-know-the-contract-only",
    comment: "locales and client run everywhere: no Node, no library, and only the contract of ours.",
    from: { path: "^packages/(locales|client)/", pathNot: testing },
    to: { pathNot: "^packages/($1|contract)/" },
  },
  {
    name: "ui-knows-no-entity",
    comment:
      "packages/ui draws any entity and names none. Let the screen pass it in. Of the contract, the ui may import " +
      "kernel, menus, catalogue, enumerations, system and notice.",
    from: { path: "^packages/ui/", pathNot: testing },
    to: {
      path: "^packages/contract/",
      pathNot:
        "^packages/contract/src/(kernel/|system/|notice/|menus[.]ts|catalogue[.]ts|usage-lists[.]ts|enumerations[.]ts)",
    },
  },
  {
    name: "modules-meet-at-their-index",
    comment: "Modules meet only through each other's index.ts. Export it there, and import the index.",
    from: { path: "^apps/server/src/modules/([^/]+)/", pathNot: testing },
    to: {
      path: "^apps/server/src/modules/[^/]+/",
      pathNot: "^apps/server/src/modules/($1/|[^/]+/index[.]ts$)",
    },
  },
  {
    name: "core-of-telemetry-is-pure",
    comment:
      "The core of the ledger knows no database, no clock and no server. Pass what it needs as a parameter.",
    from: { path: "^apps/server/src/telemetry/core/", pathNot: testing },
    to: { path: "^apps/server/src/", pathNot: "^apps/server/src/telemetry/core/" },
  },
];

/** Screens are the modules that `screens.ts` loads on demand. */
const screenLists = ["apps/web/src/screens.ts"];
const screens = screenLists.flatMap((file) =>
  existsSync(file)
    ? [...readFileSync(file, "utf8").matchAll(/import\("\.\/(.+?)"\)/g)].map(
        ([, path]) => `apps/web/src/${path}`,
      )
    : [],
);
const screenRule = {
  name: "screens-are-apart",
  comment:
    "A screen never imports a screen. Move the shared part to a file of its own in one of their layers.",
  // The shop has its own shell, which is opened before any screen.
  from: {
    path: "^apps/web/src/",
    pathNot: [testing, "^apps/web/src/(screens[.]ts|start[.]ts|main[.]tsx|shop/front/pages[.]tsx)$"],
  },
  to: { path: screens.map((path) => `^${escaped(path)}$`) },
};

const noCircle = {
  name: "no-circle",
  comment:
    "Files import each other in a circle. Move what they share to a third file, or pass it as a parameter.",
  from: {},
  to: { circular: true },
};

/** Returns the pattern of a layer's files. */
function filesOf(folder, layer) {
  if (layer === ".") return `^${folder}/[^/]+$`;
  return layer.includes(".") ? `^${folder}/${escaped(layer)}$` : `^${folder}/${layer}/`;
}

const titleOf = (layer) => (layer === "." ? "the loose files" : layer);

function rulesOf({ folder, lines }) {
  const allowed = [];
  const rules = [];
  for (const line of lines) {
    for (const layer of line)
      rules.push({
        // Reports look up the comment by the rule's name.
        name: `order-of-layers ${folder}/${layer}`,
        comment:
          `${folder}/${layer} may import ${allowed.map(titleOf).join(", ") || "no other layer"} of this folder ` +
          "(scripts/lib/layers.mjs). Move the shared part into one of these, or pass it in from above.",
        from: { path: filesOf(folder, layer), pathNot: testing },
        to: {
          path: `^${folder}/`,
          pathNot: [testing, ...[layer, ...allowed].map((r) => filesOf(folder, r))],
        },
      });
    allowed.push(...line);
  }
  return rules;
}

export default {
  forbidden: [
    ...between,
    ...(screens.length > 0 ? [screenRule] : []),
    noCircle,
    ...layers.flatMap(rulesOf),
  ].map((rule) => ({ severity: "error", ...rule })),
  options: {
    parser: "tsc",
    // Includes imports of types.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    moduleSystems: ["es6"],
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|[.](css|svg|png|json)$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      mainFields: ["module", "main"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
