// npm run gallery: serves the component gallery and reloads it on every change. Options go to Vite (--port 5000).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const vite = join(root, "node_modules", "vite", "bin", "vite.js");
const child = spawn(process.execPath, [vite, join(root, "apps", "gallery"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
child.on("exit", (code) => process.exit(code ?? 1));
