// npm run install-print-agent: installs the print service for the current user. See docs/operations.md.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";
import { systemdEnvironment, systemdUnit, winswConfig, winswEnvironment } from "./lib/service-files.mjs";
import { removeWindowsService, startWindowsService, stopWindowsService } from "./lib/windows-service.mjs";

const usage = `npm run install-print-agent -- [options]

--winsw FILE   Windows: WinSW-x64.exe, from https://github.com/winsw/winsw/releases
--uninstall    removes the service; pairings, printers and jobs stay

The variables PRINT_AGENT_PORT, PRINT_AGENT_DIR and PRINT_FOLDER are stored with the service. An update keeps those
that are not set; an empty variable removes its value.`;

/** Prints a message and ends. */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function optionsOf() {
  try {
    const { values } = parseArgs({
      options: {
        winsw: { type: "string" },
        uninstall: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (cause) {
    return fail(`${cause.message}\n\n${usage}`);
  }
}

const options = optionsOf();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const isWindows = process.platform === "win32";
if (!isWindows && process.platform !== "linux")
  fail("This script installs the service on Linux and Windows. Elsewhere, start npm run print-agent.");
if (options.winsw !== undefined && !isWindows) fail("--winsw is for Windows.");

const { APPDATA, LOCALAPPDATA, XDG_DATA_HOME, XDG_CONFIG_HOME } = process.env;
const folder = isWindows
  ? join(LOCALAPPDATA ?? APPDATA ?? homedir(), "ShotkeeperPrint")
  : join(XDG_DATA_HOME || join(homedir(), ".local", "share"), "shotkeeper-print");
const program = join(folder, "print-agent.mjs");
const unitName = "shotkeeper-print.service";
const unit = join(XDG_CONFIG_HOME || join(homedir(), ".config"), "systemd", "user", unitName);
const winsw = join(folder, "ShotkeeperPrint.exe");
const winswXml = join(folder, "ShotkeeperPrint.xml");

const run = (command, ...args) => execFileSync(command, args, { stdio: "inherit" });
/** Runs a command whose failure does not matter, for example because there is no service yet. */
const attempt = (command, ...args) => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
  } catch {
    // Nothing to stop.
  }
};

function uninstall() {
  if (isWindows && existsSync(winsw)) removeWindowsService(winsw);
  if (!isWindows) {
    attempt("systemctl", "--user", "disable", "--now", unitName);
    rmSync(unit, { force: true });
    run("systemctl", "--user", "daemon-reload");
  }
  rmSync(folder, { recursive: true, force: true });
  console.log("The print service is removed.");
}

/** Bundles the service with its packages into one file, so that it runs without this folder. */
async function writeProgram() {
  ensureInstalled();
  const { rolldown } = await import("rolldown");
  const input = join(root, "apps", "print-agent", "src", "main.ts");
  const build = await rolldown({ input, platform: "node", logLevel: "warn" });
  await build.write({ file: program, format: "esm", codeSplitting: false });
  await build.close();
  for (const file of ["LICENSE", "THIRD-PARTY-NOTICES.md"])
    copyFileSync(join(root, file), join(folder, file));
}

/** Returns the settings of the installed service. */
function storedSettings() {
  const file = isWindows ? winswXml : unit;
  if (!existsSync(file)) return {};
  return (isWindows ? winswEnvironment : systemdEnvironment)(readFileSync(file, "utf8"));
}

/**
 * Returns the settings that the service gets: those of this command, else those of the installed service. Paths become
 * absolute, because a service has another working folder.
 */
function settings() {
  const stored = storedSettings();
  const from = process.env.INIT_CWD ?? process.cwd();
  const chosen = (name) => process.env[name] ?? stored[name];
  const port = chosen("PRINT_AGENT_PORT");
  // A Windows service may have another home folder than the user, so its folder is always stated.
  const dir = chosen("PRINT_AGENT_DIR") || (isWindows ? join(homedir(), ".shotkeeper-print") : undefined);
  const printFolder = chosen("PRINT_FOLDER");
  return {
    ...(port && { PRINT_AGENT_PORT: port }),
    ...(dir && { PRINT_AGENT_DIR: resolve(from, dir) }),
    ...(printFolder && { PRINT_FOLDER: resolve(from, printFolder) }),
  };
}

async function install() {
  if (isWindows && !options.winsw && !existsSync(winsw)) fail(`State WinSW with --winsw.\n\n${usage}`);
  if (options.winsw && !existsSync(options.winsw)) fail(`There is no file ${options.winsw}`);
  if (isWindows && existsSync(winsw)) stopWindowsService(winsw);
  mkdirSync(folder, { recursive: true });
  await writeProgram();
  const env = settings();
  const service = { node: process.execPath, file: program, env };
  if (isWindows) {
    if (options.winsw) copyFileSync(options.winsw, winsw);
    writeFileSync(winswXml, winswConfig(service));
    startWindowsService(winsw);
  } else {
    mkdirSync(join(unit, ".."), { recursive: true });
    writeFileSync(unit, systemdUnit(service));
    run("systemctl", "--user", "daemon-reload");
    run("systemctl", "--user", "enable", unitName);
    // Restarts instead of starting, so that a running older version is replaced too.
    run("systemctl", "--user", "restart", unitName);
  }
  console.log("The print service is installed. The address of its own page contains the page's key:");
  // Passes the settings of the service only, because a variable of this command may be empty.
  const { PRINT_AGENT_PORT: _port, PRINT_AGENT_DIR: _dir, PRINT_FOLDER: _folder, ...others } = process.env;
  execFileSync(process.execPath, [program, "--page"], { stdio: "inherit", env: { ...others, ...env } });
}

if (options.uninstall) uninstall();
else await install();
