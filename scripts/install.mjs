// Installs the packages of the lock file if they are not installed yet. Runs without node_modules.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureNode } from "../bin/node-version.mjs";
import { root } from "./lib/root.mjs";

const stamp = join(root, "node_modules", ".cache", "shotkeeper-install");

/**
 * Returns whether all packages of the lock file are installed. npm records installed packages in
 * node_modules/.package-lock.json. npm writes that file last, so it is missing after an aborted install.
 */
function alreadyInstalled() {
  const hidden = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const there = packages(hidden);
  return Object.entries(packages(join(root, "package-lock.json"))).every(
    ([path, p]) => !path.includes("node_modules/") || p.optional || there[path]?.version === p.version,
  );
}

function npm(...args) {
  // npm passes the path of its own program in the variable npm_execpath. Without this path, npm is started by its name,
  // which on Windows needs a shell, because the program is npm.cmd.
  const { npm_execpath: program } = process.env;
  if (program?.endsWith(".js"))
    execFileSync(process.execPath, [program, ...args], { cwd: root, stdio: "inherit" });
  else execFileSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
}

export function ensureInstalled() {
  ensureNode();
  const lock = readFileSync(join(root, "package-lock.json"));
  const want = createHash("sha256").update(lock).update(process.platform).update(process.arch).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want) return;
  if (!alreadyInstalled()) {
    console.log("Installing packages …");
    try {
      // Installs the build tools even if NODE_ENV is production, because `npm start` builds.
      npm("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error");
    } catch {
      console.error(
        "npm ci failed; see above. Is the package registry reachable, and may this user write into node_modules?",
      );
      process.exit(1);
    }
  }
  try {
    mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
    writeFileSync(stamp, want);
  } catch {
    // Ignores the error: without write access, the result cannot be stored, so the packages are compared again at the
    // next start.
  }
}
