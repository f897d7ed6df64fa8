// The fresh projects in which the packed packages are tested: their packages, files and commands.

/** Versions of the npm packages that the test projects install from the registry. */
const versions = {
  "@ant-design/icons": "6.3.4",
  "@types/node": "20.19.43",
  antd: "6.6.8",
  "css-loader": "7.1.5",
  esbuild: "0.28.2",
  next: "16.4.6",
  "style-loader": "4.0.0",
  "ts-loader": "9.6.2",
  typescript: "6.0.3",
  vite: "8.3.8",
  webpack: "5.113.0",
  "webpack-cli": "7.3.1",
};
const reactVersions = {
  18: { react: "18.3.1", "react-dom": "18.3.1", "@types/react": "18.3.32", "@types/react-dom": "18.3.7" },
  19: { react: "19.3.1", "react-dom": "19.3.1", "@types/react": "19.3.0", "@types/react-dom": "19.3.0" },
};

export const packagesOf = ({ react, needs }) => ({
  ...reactVersions[react],
  ...Object.fromEntries(["typescript", ...needs].map((name) => [name, versions[name]])),
});

/**
 * Source of a file in each project. It gives the browser test two functions on `window`: one writes and reads a
 * spreadsheet by the workers, the other draws a label.
 */
const checks = `import { textsEn } from "@shotkeeper/datagrid";
import { exportXlsx, openFile } from "@shotkeeper/datagrid/sheet";
import { pageSvg, pagesOf } from "@shotkeeper/label-print";
import { sampleWaybill } from "@shotkeeper/label-print/testing";

declare global {
  interface Window {
    rowsAfterRoundTrip: () => Promise<number>;
    labelSvg: () => string;
  }
}

export function offerChecks(): void {
  window.rowsAfterRoundTrip = async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ id: \`P-\${n}\` }));
    const blob = await exportXlsx({
      name: "parts",
      columns: [{ key: "id", title: "Part no.", type: "text" }],
      page: async (offset, limit) => ({ rows: rows.slice(offset, offset + limit), total: rows.length }),
      flags: [textsEn.yes, textsEn.no],
    });
    const file = await openFile(new File([blob], "parts.xlsx"));
    const count = file.info.sheets[0]?.rowCount ?? 0;
    file.close();
    return count;
  };
  window.labelSvg = () => {
    const [page] = pagesOf([{ contents: [sampleWaybill("SF1000000000001", 100, 150)] }]);
    return page ? pageSvg(page) : "";
  };
}
`;

const main = `import { createRoot } from "react-dom/client";
import { offerChecks } from "./checks";
import { Parts } from "./parts";

offerChecks();
const root = document.getElementById("root");
if (root) createRoot(root).render(<Parts />);
`;

const html = (scripts) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parts</title>${scripts}</head>` +
  '<body><div id="root"></div></body></html>';

const compilerOptions = {
  strict: true,
  noEmit: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: "es2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  types: [],
  skipLibCheck: true,
};
const tsconfig = (options) =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, exclude: ["node_modules", "dist"] });

/** Returns the files of a project with one HTML page. `scripts` are the tags that load the bundle. */
const page = (example, scripts) => ({
  "parts.tsx": example,
  "checks.ts": checks,
  "main.tsx": main,
  "css.d.ts": 'declare module "*.css";\n',
  "index.html": html(scripts),
  "tsconfig.json": tsconfig({}),
});

const webpackConfig = `module.exports = {
  mode: "production",
  entry: "./main.tsx",
  output: { path: __dirname + "/dist" },
  resolve: { extensions: [".tsx", ".ts", ".js"] },
  performance: { hints: false },
  module: {
    rules: [
      { test: /\\.tsx?$/, loader: "ts-loader", options: { compilerOptions: { noEmit: false } } },
      { test: /\\.css$/, use: ["style-loader", "css-loader"] },
    ],
  },
};
`;

const nextPage = `import { Home } from "./home";

export default function Page() {
  return <Home />;
}
`;
const nextHome = `"use client";
import { useEffect } from "react";
import { offerChecks } from "./checks";
import { Parts } from "./parts";

export function Home() {
  useEffect(offerChecks, []);
  return <Parts />;
}
`;
const nextLayout = `import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

const bin = (name) => `node_modules/${name}`;

function vite(react, isAntd) {
  return {
    name: `Vite, React ${react}${isAntd ? ", antd" : ""}`,
    react,
    isAntd,
    needs: ["vite", ...(isAntd ? ["antd", "@ant-design/icons"] : [])],
    files: (example) => page(example, '<script type="module" src="./main.tsx"></script>'),
    build: [[bin("typescript/bin/tsc")], [bin("vite/bin/vite.js"), "build"]],
    output: "dist",
  };
}

/**
 * The projects. `files` returns a project's files for the README's example. `build`: arguments of Node for each build
 * step. The test opens the folder `output` in a browser, or the server that `serve` starts. A project with neither is
 * only type-checked.
 */
export const projects = [
  vite(18, false),
  vite(19, false),
  vite(18, true),
  vite(19, true),
  {
    name: "Vite's development server, React 19",
    react: 19,
    needs: ["vite"],
    files: (example) => page(example, '<script type="module" src="./main.tsx"></script>'),
    build: [],
    serve: [bin("vite/bin/vite.js"), "--host", "127.0.0.1", "--strictPort", "--port"],
  },
  {
    name: "webpack 5, React 19",
    react: 19,
    needs: ["webpack", "webpack-cli", "ts-loader", "css-loader", "style-loader"],
    files: (example) => ({
      ...page(example, '<script defer src="main.js"></script>'),
      "webpack.config.cjs": webpackConfig,
    }),
    build: [[bin("webpack/bin/webpack.js")]],
    copy: ["index.html"],
    output: "dist",
  },
  {
    name: "esbuild, React 18",
    react: 18,
    needs: ["esbuild"],
    files: (example) =>
      page(example, '<script defer src="main.js"></script><link rel="stylesheet" href="main.css">'),
    build: [
      [bin("esbuild/bin/esbuild"), "main.tsx", "--bundle", "--minify", "--jsx=automatic", "--outdir=dist"],
    ],
    copy: ["index.html"],
    output: "dist",
  },
  {
    name: "Next, React 19",
    react: 19,
    needs: ["next", "@types/node"],
    files: (example) => ({
      "app/parts.tsx": `"use client";\n${example}`,
      "app/checks.ts": checks,
      "app/home.tsx": nextHome,
      "app/page.tsx": nextPage,
      "app/layout.tsx": nextLayout,
      "next.config.mjs": 'export default { output: "export" };\n',
      "tsconfig.json": tsconfig({ types: ["node"], isolatedModules: true }),
      "css.d.ts": 'declare module "*.css";\n',
    }),
    build: [[bin("next/dist/bin/next"), "build"]],
    output: "out",
    isRenderedOnServer: true,
  },
  {
    name: "tsc with checked libraries, React 18",
    react: 18,
    needs: [],
    files: (example) => ({
      "parts.tsx": example,
      "checks.ts": checks,
      "css.d.ts": 'declare module "*.css";\n',
      "tsconfig.json": tsconfig({ module: "nodenext", moduleResolution: "nodenext", skipLibCheck: false }),
    }),
    build: [[bin("typescript/bin/tsc")]],
  },
  {
    name: "tsc with checked libraries, React 19",
    react: 19,
    needs: [],
    files: (example) => ({
      "parts.tsx": example,
      "checks.ts": checks,
      "css.d.ts": 'declare module "*.css";\n',
      "tsconfig.json": tsconfig({ module: "nodenext", moduleResolution: "nodenext", skipLibCheck: false }),
    }),
    build: [[bin("typescript/bin/tsc")]],
  },
];
