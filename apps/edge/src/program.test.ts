import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SimMachine, startTcpLines } from "@shotkeeper/tools/simulators";
import { rolldown } from "rolldown";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fakeProduct, secret, sourceConfig, totalOf } from "./testing/fake-product.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const file = here("../dist/program-test.mjs");
beforeAll(async () => {
  const build = await rolldown({ input: here("main.ts"), platform: "node", external: /^[^./]/ });
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
}, 30_000);

const cleanUp: (() => unknown)[] = [];
let dir: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "edge-program-"));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  env = { ...process.env, EDGE_DIR: dir, EDGE_PORT: String(port) };
});
afterEach(async () => {
  for (const stop of cleanUp.splice(0).reverse()) await stop();
});

async function run(...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], { env });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "exit");
  return { code, output };
}

/** Starts the gateway. Resolves when it is ready. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], { env });
  cleanUp.push(() => child.kill("SIGKILL"));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("status page at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(output)));
  });
  return child;
}

const statusOf = async () => {
  const answer = await fetch(`http://127.0.0.1:${env.EDGE_PORT}/status.json`);
  return (await answer.json()) as { backlog: number };
};

it("explains what is missing or wrong", { timeout: 60_000 }, async () => {
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining("--connect ADDRESS") });
  expect(await run("--connect", "http://x.example/in/1/1.x")).toMatchObject({ code: 1 });
  expect(await run("--wrong")).toMatchObject({ code: 1, output: expect.stringContaining("--wrong") });
  expect(await run("--help")).toMatchObject({ code: 0, output: expect.stringContaining("EDGE_DIR") });
});

it("loses and doubles nothing while it is killed again and again", { timeout: 120_000 }, async () => {
  const product = await fakeProduct();
  cleanUp.push(product.stop);
  const machine = new SimMachine("a", { count: 10 });
  const device = await startTcpLines(machine);
  cleanUp.push(device.stop);
  const address = `127.0.0.1:${device.port}`;
  product.config = { isActive: true, sources: [sourceConfig({ sourceId: "a", protocol: "tcp", address })] };
  expect(await run("--connect", `${product.url}/${secret}`)).toMatchObject({ code: 0 });
  const counting = setInterval(() => {
    machine.shoot();
    device.tell();
  }, 10);
  cleanUp.push(() => clearInterval(counting));
  for (let kill = 0; kill < 4; kill++) {
    const child = await start();
    const before = product.readings.length;
    product.failures = ["lost", 503];
    await product.until(() => product.readings.length > before, 20_000);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const child = await start();
  clearInterval(counting);
  device.tell();
  await vi.waitFor(() => expect(product.readings.some((r) => r.count === machine.count)).toBe(true), {
    timeout: 20_000,
  });
  await vi.waitFor(async () => expect((await statusOf()).backlog).toBe(0), { timeout: 10_000 });
  const first = Math.min(...product.readings.map((r) => r.count));
  expect(totalOf(product.readings, "a")).toBe(machine.count - first);
  const page = `http://127.0.0.1:${env.EDGE_PORT}/`;
  expect(await (await fetch(page)).text()).toContain("Shotkeeper");
  expect((await fetch(page, { method: "POST" })).status).toBe(405);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
