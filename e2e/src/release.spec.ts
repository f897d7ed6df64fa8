import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "./server.ts";

/** Tests a release that root has unpacked. Another user, who may write only to the data directory, runs the release. */
test("a release serves and obeys commands without write access to itself", async () => {
  test.setTimeout(400_000);
  const root = join(import.meta.dirname, "..", "..");
  const folder = mkdtempSync(join(tmpdir(), "shotkeeper-release-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data);
  // Only root can run the release as another user (`nobody`). Without root, the release runs as the same user, so the
  // test does not notice if the release writes into its own files.
  const isRoot = process.getuid?.() === 0;
  const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
  if (isRoot) chownSync(data, 65534, 65534);
  const made = execFileSync(process.execPath, ["scripts/release.mjs", "--folder", "--out", folder], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: root },
  });
  const program = join(made.trim().split("\n").at(-1) ?? "", "bin", "shotkeeper.mjs");
  const { PATH = "" } = process.env;
  const port = await freePort();
  const env = {
    PATH,
    DATA_DIR: data,
    DEMO: "off",
    PORT: String(port),
    MQTT_PORT: "off",
    LOG_FORMAT: "json",
  };
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [program, ...args], { env, encoding: "utf8", cwd: "/", ...nobody });
  let output = "";
  try {
    expect(run("--version")).toMatch(/^Shotkeeper \d+\.\d+\.\d+/);
    for (const command of ["start", "tenant", "backup", "restore", "audit", "print-agent"])
      expect(run(command, "--help")).toContain(command);
    expect(run("tenant", "create", "acme", "Acme Molds", "--new-database")).toContain("change it:");

    const server = spawn(process.execPath, [program, "start"], {
      env,
      cwd: "/",
      stdio: ["ignore", "pipe", "inherit"],
      ...nobody,
    });
    server.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const exited = new Promise<number | null>((done) => server.once("exit", (code) => done(code)));
    const url = `http://127.0.0.1:${port}`;
    const ready = () =>
      fetch(`${url}/readyz`).then(
        (r) => r.status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    expect(await (await fetch(`${url}/`)).text()).toContain("<html");
    // Requests two pages for which the server reads files of packages: the API description and the captcha.
    expect((await fetch(`${url}/docs`)).status).toBe(200);
    expect((await fetch(`${url}/captcha`)).status).toBe(200);
    server.kill("SIGTERM");
    expect(await exited).toBe(0);

    expect(run("backup", join(data, "copy"))).toContain("Written:");
    expect(run("tenant", "list")).toContain("acme");
    // Expects one log format from start to stop: each line is a JSON object with time and level.
    const lines = output.trim().split("\n");
    const events = lines.map((l) => JSON.parse(l) as { time: string; level: string; event?: string });
    expect(events.every((e) => e.time.endsWith("Z") && e.level !== "")).toBe(true);
    expect(events.flatMap((e) => e.event ?? [])).toEqual(["start", "serving", "stop", "stopped"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
