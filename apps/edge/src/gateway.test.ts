import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimMachine, startModbus, startTcpLines } from "@shotkeeper/tools/simulators";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectionOf, loadConnection, saveConnection } from "./connection.ts";
import { Gateway } from "./gateway.ts";
import { Journal } from "./journal/journal.ts";
import { pageOf } from "./page.ts";
import { Product } from "./product.ts";
import { messageOf } from "./sender.ts";
import { forgetOtherSources, SourceFile } from "./sources/source-file.ts";
import { fakeProduct, secret, sourceConfig, totalOf } from "./testing/fake-product.ts";

const cleanUp: (() => unknown)[] = [];
let product: Awaited<ReturnType<typeof fakeProduct>>;
let dir: string;
beforeEach(async () => {
  product = await fakeProduct();
  cleanUp.push(product.stop);
  dir = mkdtempSync(join(tmpdir(), "edge-gateway-"));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const stop of cleanUp.splice(0).reverse()) await stop();
});

async function start(url = product.url) {
  const gateway = await Gateway.start(dir, new Product({ url, secret }), "test");
  cleanUp.push(() => gateway.stop());
  return gateway;
}

async function lines(sourceId: string, count: number) {
  const machine = new SimMachine(sourceId, { count });
  const device = await startTcpLines(machine);
  cleanUp.push(device.stop);
  const source = sourceConfig({ sourceId, protocol: "tcp", address: `127.0.0.1:${device.port}` });
  return { machine, device, source };
}

it("reads the sources that the product names, and follows changes", { timeout: 30_000 }, async () => {
  const a = await lines("a", 5);
  const b = new SimMachine("b", { count: 70 });
  const plc = await startModbus([{ machine: b, register: 0, width: 16 }]);
  cleanUp.push(plc.stop);
  const modbus = {
    protocol: "modbus",
    address: `127.0.0.1:${plc.port}`,
    modbusRegister: 0,
    countWidth: 16,
  } as const;
  product.config = { isActive: true, sources: [a.source] };
  const gateway = await start();
  await product.until(() => product.readings.length > 0);
  product.config = {
    isActive: true,
    sources: [sourceConfig({ sourceId: "b", modbusTable: "input", ...modbus })],
  };
  await gateway.exchange();
  await product.until(() => product.readings.some((r) => r.device === "b"));
  expect(product.readings.map((r) => [r.device, r.count])).toEqual([
    ["a", 5],
    ["b", 70],
  ]);
  a.machine.shoot();
  a.device.tell();
  await gateway.exchange();
  expect(product.reports.at(-1)?.sources).toMatchObject([{ sourceId: "b", state: "reading", count: 70 }]);
});

it("forgets the machine of a source that is switched off", { timeout: 30_000 }, async () => {
  const a = await lines("a", 5);
  const fileOf = (id: string) => join(dir, "machines", `${id}.json`);
  for (const id of ["a", "b"]) await new SourceFile(dir, "machines", id).write({});
  await new SourceFile(dir, "molds", "b").write({});
  product.config = { isActive: true, sources: [a.source, { ...a.source, sourceId: "b" }] };
  // Without a stored configuration, the gateway does not know its sources yet.
  const first = await start();
  expect(existsSync(fileOf("b"))).toBe(true);
  await product.until(() => product.readings.length > 0);
  expect(existsSync(fileOf("a"))).toBe(true);
  await first.stop();
  // The source b is removed while the gateway does not run.
  writeFileSync(join(dir, "config.json"), JSON.stringify({ isActive: true, sources: [a.source] }));
  product.config = { isActive: true, sources: [a.source] };
  const second = await start();
  expect([fileOf("a"), fileOf("b"), join(dir, "molds", "b.json")].map(existsSync)).toEqual([
    true,
    false,
    false,
  ]);
  await product.until(() => second.state.exchangedAt !== null);
  product.config = { isActive: true, sources: [] };
  await second.exchange();
  expect(existsSync(fileOf("a"))).toBe(false);
});

it("stores nothing about a source after it was stopped", async () => {
  const file = new SourceFile<number>(dir, "machines", "a");
  const writes = [file.write(1), file.write(2)];
  await file.close();
  await Promise.all(writes);
  forgetOtherSources(dir, []);
  await file.write(3);
  expect(file.read()).toBeUndefined();
});

it("sends each reading once over failures, lost answers and a pause", { timeout: 60_000 }, async () => {
  const { machine, device, source } = await lines("a", 0);
  product.config = { isActive: true, sources: [source] };
  product.failures = [503, "lost", 500, 401];
  const gateway = await start();
  await product.until(() => gateway.state.outcomes.duplicate === 1, 30_000);
  product.config = { isActive: false, sources: [source] };
  await gateway.exchange();
  for (let i = 0; i < 20; i++) {
    machine.shoot();
    device.tell();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await product.until(() => gateway.state.sources[0]?.count === 20);
  expect(gateway.state.backlog).toBeGreaterThan(0);
  expect(totalOf(product.readings, "a")).toBe(0);
  product.config = { isActive: true, sources: [source] };
  await gateway.exchange();
  await product.until(() => gateway.state.backlog === 0);
  expect(totalOf(product.readings, "a")).toBe(20);
});

it("reads on without the product, and sends everything later", { timeout: 60_000 }, async () => {
  const { machine, device, source } = await lines("a", 0);
  product.config = { isActive: true, sources: [source] };
  const first = await start();
  await product.until(() => product.readings.length > 0);
  await first.stop();
  // Starts a second gateway with an address at which no server listens.
  const second = await start("http://127.0.0.1:1/in/1");
  machine.shoot(3);
  device.tell();
  await product.until(() => second.state.sources[0]?.count === 3 && second.state.trouble !== null);
  expect(second.state.trouble).toMatch(/cannot be reached/);
  await second.stop();
  machine.reset();
  machine.shoot(2);
  const third = await start();
  await product.until(() => third.state.sources[0]?.count === 2 && third.state.backlog === 0);
  expect(totalOf(product.readings, "a")).toBe(5);
});

it("sends smaller batches while answers of large ones are lost", { timeout: 60_000 }, async () => {
  product.longestDelivery = 200;
  const journal = await Journal.open(join(dir, "journal"));
  const readings = Array.from({ length: 600 }, (_, i) => ({
    device: "a",
    count: i,
    at: 1_700_000_000_000 + i * 1000,
  }));
  await journal.add(readings);
  await journal.close();
  const gateway = await start();
  await product.until(() => gateway.state.backlog === 0, 45_000);
  expect(totalOf(product.readings, "a")).toBe(599);
});

it("keeps messages below the limit of the connector", () => {
  const readings = Array.from({ length: 10 }, (_, i) => ({ device: "d".repeat(90), count: i, at: i }));
  const { body, count } = messageOf(readings, 500);
  expect(count).toBeLessThan(10);
  expect(JSON.parse(body).readings).toHaveLength(count);
  expect(body.length).toBeLessThan(520);
  expect(messageOf(readings, 1).count).toBe(1);
});

it("accepts addresses with a secret over HTTPS or on this computer only", async () => {
  expect(connectionOf(`https://x.example/base/in/12/${secret}`)).toEqual({
    url: "https://x.example/base/in/12",
    secret,
  });
  expect(connectionOf(`http://127.0.0.1:8080/in/1/${secret}`).url).toBe("http://127.0.0.1:8080/in/1");
  for (const address of [
    "x",
    `http://x.example/in/1/${secret}`,
    "https://x.example/in/1",
    `https://x.example/${secret}`,
  ])
    expect(() => connectionOf(address)).toThrow();
  expect(loadConnection(dir)).toBeUndefined();
  const connection = connectionOf(`https://x.example/in/12/${secret}`);
  await saveConnection(dir, connection);
  expect(loadConnection(dir)).toEqual(connection);
});

it("shows its state in three languages, without the secret and without markup of others", async () => {
  const { source } = await lines("a", 5);
  product.config = { isActive: true, sources: [source] };
  const gateway = await start();
  await product.until(() => product.readings.length > 0);
  const state = { ...gateway.state, trouble: "<script>" };
  const pages = ["en", "zh-CN,zh", "zh-TW"].map((accepted) => pageOf(state, accepted));
  expect(pages.map((p) => /<h1>([^<]+)</.exec(p)?.[1])).toEqual([
    "Shotkeeper edge gateway test",
    "Shotkeeper 边缘网关 test",
    "Shotkeeper 邊緣閘道 test",
  ]);
  for (const page of pages) {
    expect(page).not.toContain(secret);
    expect(page).not.toContain("<script");
  }
});
