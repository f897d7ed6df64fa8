// Installs a program of this repository as a service of the current user, on Linux (systemd) and Windows (WinSW).
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "../install.mjs";
import { root } from "./root.mjs";
import { systemdEnvironment, systemdUnit, winswConfig, winswEnvironment } from "./service-files.mjs";
import { removeWindowsService, startWindowsService, stopWindowsService } from "./windows-service.mjs";

/**
 * @typedef {object} Service
 * @property {string} command name of the npm script that installs it
 * @property {string} app folder of the program in `apps`
 * @property {string} id id of the Windows service, and name of its folder
 * @property {string} unit name of the systemd unit and of the folder on Linux
 * @property {string} title name for people, such as "print service"
 * @property {string} description
 * @property {string} kept what stays when the service is removed
 * @property {Readonly<Record<string, "text" | "path">>} variables environment variables of the service
 * @property {Readonly<Record<string, string>>} windowsDefaults values on Windows, where a service may have another home
 * @property {(run: (...args: string[]) => void) => void} after runs after the installation; `run` starts the program
 * @property {readonly string[]} [missing] packages that a dependency names and that are not installed
 */

/** Prints a message and ends. */
function fail(message) {
  console.error(message);
  process.exit(1);
}

const run = (command, ...args) => execFileSync(command, args, { stdio: "inherit" });
/** Runs a command whose failure does not matter, for example because there is no service yet. */
const attempt = (command, ...args) => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
  } catch {
    // Ignores the failure. It may mean, for example, that there is nothing to stop.
  }
};

function usageOf({ command, kept, variables }) {
  return `npm run ${command} -- [options]

--winsw FILE   Windows: WinSW-x64.exe, from https://github.com/winsw/winsw/releases
--uninstall    removes the service; ${kept} stay

The variables ${Object.keys(variables).join(", ")} are stored with the service. An update keeps those
that are not set; an empty variable removes its value.`;
}

function optionsOf(usage) {
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

/**
 * Installs, updates or removes a service, as the options of the command line say.
 * @param {Service} service
 */
export async function runInstaller(service) {
  const usage = usageOf(service);
  const options = optionsOf(usage);
  if (options.help) {
    console.log(usage);
    process.exit(0);
  }
  const isWindows = process.platform === "win32";
  if (!isWindows && process.platform !== "linux")
    fail(`This script installs the service on Linux and Windows. Elsewhere, start npm run ${service.app}.`);
  if (options.winsw !== undefined && !isWindows) fail("--winsw is for Windows.");

  const { APPDATA, LOCALAPPDATA, XDG_DATA_HOME, XDG_CONFIG_HOME } = process.env;
  const folder = isWindows
    ? join(LOCALAPPDATA ?? APPDATA ?? homedir(), service.id)
    : join(XDG_DATA_HOME || join(homedir(), ".local", "share"), service.unit);
  const program = join(folder, `${service.app}.mjs`);
  const unitName = `${service.unit}.service`;
  const unit = join(XDG_CONFIG_HOME || join(homedir(), ".config"), "systemd", "user", unitName);
  const winsw = join(folder, `${service.id}.exe`);
  const winswXml = join(folder, `${service.id}.xml`);

  function uninstall() {
    if (isWindows && existsSync(winsw)) removeWindowsService(winsw);
    if (!isWindows) {
      attempt("systemctl", "--user", "disable", "--now", unitName);
      rmSync(unit, { force: true });
      run("systemctl", "--user", "daemon-reload");
    }
    rmSync(folder, { recursive: true, force: true });
    console.log(`The ${service.title} is removed.`);
  }

  /** Bundles the program with its packages into one file, so that it runs without this folder. */
  async function writeProgram() {
    ensureInstalled();
    const { rolldown } = await import("rolldown");
    const input = join(root, "apps", service.app, "src", "main.ts");
    const build = await rolldown({
      input,
      platform: "node",
      logLevel: "warn",
      external: service.missing ?? [],
    });
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
   * Returns the settings that the service gets: those of this command, else those of the installed service. Paths
   * become absolute, because a service has another working folder.
   */
  function settings() {
    const stored = storedSettings();
    const from = process.env.INIT_CWD ?? process.cwd();
    const entries = Object.entries(service.variables).flatMap(([name, type]) => {
      const chosen = process.env[name] ?? stored[name];
      const value = chosen || (isWindows ? service.windowsDefaults[name] : undefined);
      return value ? [[name, type === "path" ? resolve(from, value) : value]] : [];
    });
    return Object.fromEntries(entries);
  }

  async function install() {
    if (isWindows && !options.winsw && !existsSync(winsw)) fail(`State WinSW with --winsw.\n\n${usage}`);
    if (options.winsw && !existsSync(options.winsw)) fail(`There is no file ${options.winsw}`);
    if (isWindows && existsSync(winsw)) stopWindowsService(winsw);
    mkdirSync(folder, { recursive: true });
    await writeProgram();
    const env = settings();
    const { title, description, id } = service;
    const facts = { node: process.execPath, file: program, env, id, title, description };
    if (isWindows) {
      if (options.winsw) copyFileSync(options.winsw, winsw);
      writeFileSync(winswXml, winswConfig(facts));
      startWindowsService(winsw);
    } else {
      mkdirSync(join(unit, ".."), { recursive: true });
      writeFileSync(unit, systemdUnit(facts));
      run("systemctl", "--user", "daemon-reload");
      run("systemctl", "--user", "enable", unitName);
      // Restarts instead of starting, so that a running older version is replaced too.
      run("systemctl", "--user", "restart", unitName);
    }
    // Starts the service's program with the settings of the installed service (`env`) and without this command's own
    // values of these variables. Such a value may be empty, which means that the user removes the setting.
    const others = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !(name in service.variables)),
    );
    service.after((...args) =>
      execFileSync(process.execPath, [program, ...args], { stdio: "inherit", env: { ...others, ...env } }),
    );
  }

  if (options.uninstall) uninstall();
  else await install();
}
