import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "./lib/root.mjs";
import { systemdEnvironment, systemdUnit, winswConfig, winswEnvironment } from "./lib/service-files.mjs";
import { removeWindowsService, startWindowsService, stopWindowsService } from "./lib/windows-service.mjs";

const script = join(root, "scripts", "install-print-agent.mjs");
const folders = [];
afterEach(() => {
  for (const f of folders.splice(0)) rmSync(f, { recursive: true, force: true });
});

function folder() {
  const dir = mkdtempSync(join(tmpdir(), "install-"));
  folders.push(dir);
  return dir;
}

async function freePort() {
  const other = createServer();
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address();
  await new Promise((done) => other.close(done));
  return port;
}

/** Creates the home folder of a user, with a fake systemctl that writes its calls into a file. */
function home() {
  const dir = folder();
  const bin = join(dir, "bin");
  mkdirSync(bin);
  const log = join(dir, "calls");
  writeFileSync(join(bin, "systemctl"), `#!/bin/sh\necho "$@" >> "${log}"\n`);
  chmodSync(join(bin, "systemctl"), 0o755);
  return {
    dir,
    unit: join(dir, ".config/systemd/user/shotkeeper-print.service"),
    calls: () => readFileSync(log, "utf8").trim().split("\n"),
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: dir },
  };
}

describe.skipIf(process.platform !== "linux")("the installer on Linux", { timeout: 120_000 }, () => {
  it("installs a service that runs without the repository, and removes it again", async () => {
    const { dir, unit, calls, env } = home();
    const port = String(await freePort());
    const settings = { ...env, PRINT_AGENT_PORT: port, PRINT_AGENT_DIR: join(dir, "jobs of 5 %") };
    const output = execFileSync(process.execPath, [script], { env: settings }).toString();
    expect(output).toContain(`http://127.0.0.1:${port}/#`);
    expect(calls()).toEqual([
      "--user daemon-reload",
      "--user enable shotkeeper-print.service",
      "--user restart shotkeeper-print.service",
    ]);
    const text = readFileSync(unit, "utf8");
    expect(text).toContain(`Environment="PRINT_AGENT_DIR=${dir}/jobs of 5 %%"`);
    // Starts the program that the unit names, in an empty folder.
    const [, node, file] = /^ExecStart="(.*)" "(.*)"$/m.exec(text) ?? [];
    expect(existsSync(join(file, "../THIRD-PARTY-NOTICES.md"))).toBe(true);
    const child = spawn(node, [file], { env: settings, cwd: folder(), stdio: "ignore" });
    try {
      let status = 0;
      for (let i = 0; i < 200 && status === 0; i++) {
        await pause(50);
        status = await fetch(`http://127.0.0.1:${port}/`).then(
          (a) => a.status,
          () => 0,
        );
      }
      expect(status).toBe(200);
    } finally {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    // An update without the variables keeps the settings. An empty variable removes its value.
    execFileSync(process.execPath, [script], { env, stdio: "pipe" });
    expect(readFileSync(unit, "utf8")).toBe(text);
    execFileSync(process.execPath, [script], { env: { ...env, PRINT_AGENT_PORT: "" }, stdio: "pipe" });
    expect(systemdEnvironment(readFileSync(unit, "utf8"))).toEqual({
      PRINT_AGENT_DIR: join(dir, "jobs of 5 %"),
    });
    const installed = calls().length;
    execFileSync(process.execPath, [script, "--uninstall"], { env });
    expect([existsSync(unit), existsSync(file)]).toEqual([false, false]);
    expect(existsSync(join(dir, "jobs of 5 %", "page-key"))).toBe(true);
    expect(calls().slice(installed)).toEqual([
      "--user disable --now shotkeeper-print.service",
      "--user daemon-reload",
    ]);
  });

  it("installs the edge gateway, which starts without the repository", () => {
    const { dir, calls, env } = home();
    const installer = join(root, "scripts", "install-edge.mjs");
    const settings = { ...env, EDGE_DIR: join(dir, "edge") };
    const output = execFileSync(process.execPath, [installer], { env: settings }).toString();
    expect(output).toContain("--connect ADDRESS");
    expect(calls()).toContain("--user enable shotkeeper-edge.service");
    const text = readFileSync(join(dir, ".config/systemd/user/shotkeeper-edge.service"), "utf8");
    expect(text).toContain("Description=Shotkeeper edge gateway");
    const [, node, file] = /^ExecStart="(.*)" "(.*)"$/m.exec(text) ?? [];
    const address = `https://x.example/in/1/1.${"s".repeat(32)}`;
    execFileSync(node, [file, "--connect", address], { env: settings, cwd: folder(), stdio: "pipe" });
    expect(existsSync(join(dir, "edge", "connection.json"))).toBe(true);
  });

  it("refuses unknown options, and options of another system", () => {
    const refused = (...args) => {
      try {
        execFileSync(process.execPath, [script, ...args], { stdio: "pipe", env: home().env });
        return "installed";
      } catch (cause) {
        return cause.stderr.toString();
      }
    };
    expect(refused("--system")).toContain("Unknown option '--system'");
    expect(refused("--winsw", "x.exe")).toBe("--winsw is for Windows.\n");
  });
});

const facts = { id: "ShotkeeperPrint", title: "print service", description: "Prints labels & more." };
const program = {
  ...facts,
  node: "/opt/node 20/bin/node",
  file: "/srv/a$b/print-agent.mjs",
  env: { PRINT_FOLDER: 'x"\\y' },
};

describe("service files", () => {
  it("quote paths for systemd", () => {
    const unit = systemdUnit(program);
    expect(unit).toContain('ExecStart="/opt/node 20/bin/node" "/srv/a$$b/print-agent.mjs"');
    expect(unit).toContain('Environment="PRINT_FOLDER=x\\"\\\\y"');
    const env = { PRINT_AGENT_DIR: '/a b/%h $x "\\n', PRINT_FOLDER: "=\\\\" };
    expect(systemdEnvironment(systemdUnit({ ...program, env }))).toEqual(env);
  });

  it("are XML for WinSW", () => {
    const env = { PRINT_AGENT_DIR: "C:\\A & B\\.shotkeeper-print" };
    const xml = winswConfig({
      ...facts,
      node: "C:\\Program Files\\nodejs\\node.exe",
      file: "C:\\A & B\\agent.mjs",
      env,
    });
    expect(xml).toContain("<executable>C:\\Program Files\\nodejs\\node.exe</executable>");
    expect(xml).toContain("<argument>C:\\A &#38; B\\agent.mjs</argument>");
    expect(xml).toContain('value="C:\\A &#38; B\\.shotkeeper-print"');
    expect(xml).toContain("<id>ShotkeeperPrint</id>");
    expect(xml).toContain("<description>Prints labels &#38; more.</description>");
    expect(winswEnvironment(xml)).toEqual(env);
    // Checks that each XML element is closed.
    const open = [];
    for (const [, end, name, empty] of xml.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g))
      if (end) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    expect(open).toEqual([]);
  });
});

/**
 * Creates a shell script that replaces WinSW. The script stores the state of the service in a file, records its
 * commands, and reports a stopped service only at the second query. Returns the path of the script, and a function for
 * the commands so far.
 */
function fakeWinsw() {
  const dir = folder();
  const winsw = join(dir, "winsw");
  const [state, log] = [join(dir, "state"), join(dir, "log")];
  const text = `#!/bin/sh
state=$(cat "${state}" 2>/dev/null || echo NonExistent)
[ "$1" = status ] || echo "$1" >> "${log}"
case "$1 $state" in
  "status NonExistent") echo NonExistent; exit 36 ;;
  "status Stopping") echo Stopped > "${state}"; echo "Active (stopping)" ;;
  "status Stopped") echo "Inactive (stopped)" ;;
  "status Started") echo "Active (running)" ;;
  "install NonExistent") echo Stopped > "${state}" ;;
  "refresh St"*) ;;
  "start Stopped") echo Started > "${state}" ;;
  "stop Started") echo Stopping > "${state}" ;;
  "uninstall Stopped") rm "${state}" ;;
  *) exit 1 ;;
esac
`;
  writeFileSync(winsw, text);
  chmodSync(winsw, 0o755);
  return { winsw, commands: () => readFileSync(log, "utf8").trim().split("\n") };
}

describe.skipIf(process.platform === "win32")("the Windows service", () => {
  it("is registered once, updated while it runs, and removed", () => {
    const { winsw, commands } = fakeWinsw();
    const install = () => {
      stopWindowsService(winsw);
      startWindowsService(winsw);
    };
    install();
    expect(commands()).toEqual(["install", "start"]);
    install();
    expect(commands().slice(2)).toEqual(["stop", "refresh", "start"]);
    removeWindowsService(winsw);
    expect(commands().slice(5)).toEqual(["stop", "uninstall"]);
    removeWindowsService(winsw);
    expect(commands()).toHaveLength(7);
  });
});
