// Installs what the lock file says when it has not been installed yet. Works with no node_modules.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const stamp = join(root, "node_modules", ".cache", "shotkeeper-install");

export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Shotkeeper needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
}

export function ensureInstalled() {
  ensureNode();
  const lock = readFileSync(join(root, "package-lock.json"));
  const want = createHash("sha256").update(lock).update(process.version).update(process.arch).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want) return;
  console.log("Installing packages …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit" });
  mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
  writeFileSync(stamp, want);
}
