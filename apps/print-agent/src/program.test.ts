import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const origin = "https://shop.example";

const folders: string[] = [];
afterEach(() => {
  for (const f of folders.splice(0)) rmSync(f, { recursive: true, force: true });
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "labels-"));
  folders.push(dir);
  return dir;
}

describe("print agent program", { timeout: 30_000 }, () => {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const file = here("../dist/program-test.mjs");
  beforeAll(async () => {
    const build = await rolldown({ input: here("main.ts"), platform: "node", external: /^[^./]/ });
    await build.write({ file, format: "esm" });
  });

  /** Starts the program as `npm run print-agent` does. Resolves when the program is ready or has ended. */
  async function run(env: Record<string, string>, ...args: string[]) {
    const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let output = "";
    const ready = new Promise<void>((resolve) => {
      const hear = (chunk: Buffer) => {
        output += chunk;
        if (output.includes("Page of this service")) resolve();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      void ended.then(() => resolve());
    });
    await ready;
    return { child, ended, output: () => output };
  }

  async function freePort(): Promise<number> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    return port;
  }

  it("reports a busy port and ends", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const dir = folder();
    const jobs = join(dir, "jobs");
    mkdirSync(jobs);
    // Imitates a file that the running service is just writing. The second start must not delete it.
    writeFileSync(join(jobs, "new.pdf"), "");
    const env = { PRINT_AGENT_PORT: String(port), PRINT_AGENT_DIR: dir };
    const { ended, output } = await run(env);
    expect(await ended).toBe(1);
    const page = await run(env, "--page");
    expect([await page.ended, page.output()]).toEqual([
      0,
      `http://127.0.0.1:${port}/#${readFileSync(join(dir, "page-key"), "utf8")}\n`,
    ]);
    expect(existsSync(join(jobs, "new.pdf"))).toBe(true);
    other.close();
    expect(output()).toContain(`Port ${port} is in use`);
  });

  it("reports invalid settings and ends", async () => {
    const wrong = await run({ PRINT_AGENT_PORT: "no", PRINT_AGENT_DIR: folder() });
    expect([await wrong.ended, wrong.output()]).toEqual([1, "PRINT_AGENT_PORT is no port: no\n"]);
    const notAFolder = join(folder(), "file");
    writeFileSync(notAFolder, "");
    const noFolder = await run({ PRINT_AGENT_PORT: String(await freePort()), PRINT_AGENT_DIR: notAFolder });
    expect([await noFolder.ended, noFolder.output()]).toEqual([
      1,
      expect.stringContaining(`${notAFolder} cannot be used`),
    ]);
  });

  // spec: admin 7.26
  it("prints an accepted job after a kill and a restart, and listens on 127.0.0.1 only", async () => {
    const port = await freePort();
    const [dir, out] = [folder(), folder()];
    const env = { PRINT_AGENT_PORT: String(port), PRINT_AGENT_DIR: dir, PRINT_FOLDER: out };
    const address = `http://127.0.0.1:${port}`;
    const first = await run(env);
    const key = readFileSync(join(dir, "page-key"), "utf8");
    // Without a terminal, the output may be a log. So it must not contain the key.
    expect(first.output()).toContain("start with --page to see its address");
    expect(first.output()).not.toContain(key);
    const asked = await fetch(`${address}/pair`, { method: "POST", headers: { origin } });
    const { request } = (await asked.json()) as { request: string };
    const own = { "x-page-key": key };
    const { requests } = (await (await fetch(`${address}/own/state`, { headers: own })).json()) as {
      requests: { id: string }[];
    };
    await fetch(`${address}/own/requests/${requests[0]?.id}/approve`, { method: "POST", headers: own });
    const paired = await fetch(`${address}/pair/${request}`, { headers: { origin } });
    const { token } = (await paired.json()) as { token: string };
    // 127.0.0.2 is another loopback address of this computer. The service must not listen on it.
    if (process.platform === "linux")
      await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow("fetch failed");
    const headers = { origin, authorization: `Bearer ${token}` };
    const body = new FormData();
    const fields = { printer: "folder", jobName: "kept", pageWidth: "100", pageHeight: "150" };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set("file", new Blob(["%PDF-1.4\n%%EOF\n"]), "label.pdf");
    expect((await fetch(`${address}/print`, { method: "POST", headers, body })).status).toBe(202);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await run(env);
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${address}/jobs`, { headers });
        expect(await answer.json()).toMatchObject({
          jobs: [{ jobName: "kept", printer: "folder", state: "done" }],
        });
      },
      { timeout: 10_000 },
    );
    const files = readdirSync(out).filter((f) => !f.startsWith("."));
    expect(files).toHaveLength(1);
    for (const f of files) expect(f).toMatch(/^kept-.*\.pdf$/);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });
});
