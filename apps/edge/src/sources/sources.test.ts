import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimMachine, startEm63, startModbus, startOpcua, startTcpLines } from "@shotkeeper/tools/simulators";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Recorder } from "../recorder.ts";
import { sourceConfig, totalOf } from "../testing/fake-product.ts";
import type { Reading } from "../types.ts";
import { em63Reader, readingsOf } from "./em63.ts";
import { readReport } from "./em63-files.ts";
import { machineOf } from "./machine-identity.ts";
import { countOf, hostAndPort, modbusReader } from "./modbus.ts";
import { countOfValue, opcuaReader } from "./opcua.ts";
import { deviceIds, moldDeviceId } from "./opcua-browse.ts";
import { checked, poll } from "./source.ts";
import { forgetOtherSources } from "./source-file.ts";
import { countOfLine, tcpSource } from "./tcp.ts";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of cleanUp.splice(0).reverse()) await stop();
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "edge-source-"));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const once = new AbortController().signal;

describe("Modbus TCP", () => {
  it("reads counts of 16 and 32 bits in both word orders, from both tables", async () => {
    const [a, b, c] = [70_000, 65_535, 2 ** 32 - 2].map((count) => new SimMachine("m", { count }));
    if (!a || !b || !c) throw new Error("no machines");
    const device = await startModbus([
      { machine: a, register: 10, width: 32, order: "lowFirst" },
      { machine: b, register: 20, width: 16 },
      { machine: c, register: 65_534, width: 32 },
    ]);
    cleanUp.push(device.stop);
    const read = (modbusRegister: number, countWidth: 16 | 32, more = {}) => {
      const config = {
        protocol: "modbus",
        address: `127.0.0.1:${device.port}`,
        modbusTable: "holding",
      } as const;
      return modbusReader(sourceConfig({ ...config, modbusRegister, countWidth, ...more })).read(once);
    };
    const counts = async () =>
      (
        await Promise.all([
          read(10, 32, { wordOrder: "lowFirst" }),
          read(20, 16, { modbusTable: "input" }),
          read(65_534, 32, { wordOrder: "highFirst" }),
        ])
      ).map(([r]) => r?.count);
    expect(await counts()).toEqual([70_000, 65_535, 2 ** 32 - 2]);
    a.shoot();
    b.shoot(1, 2 ** 16);
    c.shoot(3, 2 ** 32);
    expect(await counts()).toEqual([70_001, 0, 1]);
  });

  it("says why it cannot read", async () => {
    const config = sourceConfig({ protocol: "modbus", address: "127.0.0.1:1", countWidth: 16 });
    await expect(modbusReader(config).read(once)).rejects.toThrow(/ECONNREFUSED/);
  });

  it("splits addresses, and puts words together", () => {
    expect(hostAndPort("plc-1", 502)).toEqual({ host: "plc-1", port: 502 });
    expect(hostAndPort("[fe80::1]:1502", 502)).toEqual({ host: "fe80::1", port: 1502 });
    expect([countOf([1, 2], "highFirst"), countOf([1, 2], "lowFirst"), countOf([9], null)]).toEqual([
      65_538, 131_073, 9,
    ]);
  });
});

describe("OPC UA", () => {
  it("finds the known counters by browsing, and reads them with the mold", { timeout: 60_000 }, async () => {
    const machine = new SimMachine("IMM_7", { count: 41, mold: "M-88" });
    const server = await startOpcua([machine]);
    cleanUp.push(server.stop);
    const dir = folder();
    const reader = opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), dir);
    cleanUp.push(reader.close);
    machine.shoot();
    const names = async () => (await reader.read(once)).map(({ device }) => device);
    // The reading of the mold's counter is held until the next read confirms it.
    expect(await names()).toEqual(["imm-1/MachineCycleCounter", "imm-1/JobCycleCounter"]);
    const found = (await reader.read(once)).map(({ device, count, mold }) => [device, count, mold]);
    expect(found).toEqual([
      ["imm-1/MouldLifetimeCycleCounter/M-88", 2 ** 33 + 1, "M-88"],
      ["imm-1/MachineCycleCounter", 1_000_001, "M-88"],
      ["imm-1/JobCycleCounter", 42, "M-88"],
    ]);
    machine.reset();
    expect((await reader.read(once)).at(-1)?.count).toBe(0);
    const one = sourceConfig({ protocol: "opcua", address: server.url, opcNode: "ns=1;i=999999" });
    const wrong = opcuaReader(one, dir);
    cleanUp.push(wrong.close);
    await expect(wrong.read(once)).rejects.toThrow(/BadNodeIdUnknown/);
  });

  it("reads the other counters while the machine has no job", { timeout: 60_000 }, async () => {
    const machine = new SimMachine("IMM_8", { count: 41 });
    const server = await startOpcua([machine]);
    cleanUp.push(server.stop);
    const dir = folder();
    const reader = opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), dir);
    cleanUp.push(reader.close);
    machine.hasJob = false;
    await reader.read(once);
    const names = async () => (await reader.read(once)).map(({ device }) => device.split("/")[1]);
    expect(await names()).toEqual(["MouldLifetimeCycleCounter", "MachineCycleCounter"]);
    machine.hasJob = true;
    expect(await names()).toContain("JobCycleCounter");
  });

  /** Starts a machine and returns a function that reads the counts of its molds, and one that starts a new reader. */
  async function moldReader(machine: SimMachine) {
    const server = await startOpcua([machine]);
    cleanUp.push(server.stop);
    const dir = folder();
    const open = () => opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), dir);
    let reader = open();
    cleanUp.push(() => reader.close());
    const read = async () =>
      (await reader.read(once))
        .filter(({ device }) => device.includes("Mould"))
        .map(({ device, count }) => [
          device.replace("imm-1/MouldLifetimeCycleCounter/", ""),
          count - 2 ** 33,
        ]);
    const restart = async () => {
      await reader.close();
      reader = open();
    };
    return { read, restart };
  }

  it("gives the counter of each mold a device of its own", { timeout: 60_000 }, async () => {
    const machine = new SimMachine("IMM_10", { mold: "A" });
    // The job names another mold than the mold on the machine.
    machine.jobMold = "J";
    const { read } = await moldReader(machine);
    machine.shoot(3);
    await read();
    expect(await read()).toEqual([["A", 3]]);
    machine.changeMold("B", 500_000);
    expect([await read(), await read()]).toEqual([[], []]);
    machine.shoot();
    expect(await read()).toEqual([["B", 500_000]]);
    expect(await read()).toEqual([["B", 500_001]]);
    machine.changeMold("A", 3);
    await read();
    machine.shoot();
    expect([await read(), await read()]).toEqual([[["A", 3]], [["A", 4]]]);
  });

  it("takes the name of a mold that is a device of its own from the job", { timeout: 60_000 }, async () => {
    const machine = new SimMachine("IMM_12", { mold: "A" });
    machine.isMoldBeside = true;
    machine.hasMoldId = false;
    const { read } = await moldReader(machine);
    await read();
    expect(await read()).toEqual([["A", 0]]);
  });

  it("names the molds of several machines on one server", { timeout: 60_000 }, async () => {
    const machines = ["A", "B"].map((mold, i) => new SimMachine(`IMM_${i + 1}`, { mold }));
    for (const machine of machines) machine.hasMoldId = false;
    const server = await startOpcua(machines);
    cleanUp.push(server.stop);
    const reader = opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), folder());
    cleanUp.push(reader.close);
    await reader.read(once);
    const devices = (await reader.read(once)).map(({ device }) => device.split("/").slice(1).join("/"));
    expect(devices.slice(0, 2)).toEqual([
      "IMM_1/Moulds/Mould_1/MouldLifetimeCycleCounter/A",
      "IMM_2/Moulds/Mould_1/MouldLifetimeCycleCounter/B",
    ]);
  });

  it("holds the count while the job names a mold that is not on the machine", {
    timeout: 60_000,
  }, async () => {
    const machine = new SimMachine("IMM_11", { mold: "A" });
    machine.hasMoldId = false;
    const { read, restart } = await moldReader(machine);
    machine.changeMold("A", 1000);
    await read();
    expect(await read()).toEqual([["A", 1000]]);
    // The next job is active, but mold A still makes shots. The gateway is restarted meanwhile.
    machine.jobMold = "B";
    for (let i = 0; i < 4; i++) {
      machine.shoot();
      expect(await read()).toEqual([]);
      if (i === 1) await restart();
    }
    machine.changeMold("B", 500_000);
    expect(await read()).toEqual([]);
    machine.shoot();
    expect([await read(), await read()]).toEqual([[["B", 500_000]], [["B", 500_001]]]);
    // Mold A is on the machine before its job is active.
    machine.changeMold("A", 1004);
    for (let i = 0; i < 4; i++) {
      machine.shoot();
      expect(await read()).toEqual([]);
      if (i === 1) await restart();
    }
    machine.jobMold = "A";
    expect(await read()).toEqual([]);
    machine.shoot();
    expect([await read(), await read()]).toEqual([[["A", 1008]], [["A", 1009]]]);
    machine.jobMold = "";
    expect(await read()).toEqual([]);
  });

  it("refuses another machine at the address of a source", { timeout: 60_000 }, async () => {
    const dir = folder();
    const readFrom = async (machine: SimMachine, more = {}) => {
      const server = await startOpcua([machine]);
      cleanUp.push(server.stop);
      const config = sourceConfig({ protocol: "opcua", address: server.url, ...more });
      const reader = opcuaReader(config, dir);
      cleanUp.push(reader.close);
      return reader.read(once);
    };
    expect(await readFrom(new SimMachine("IMM_1"))).toHaveLength(2);
    // The same machine with another address.
    expect(await readFrom(new SimMachine("IMM_1"))).toHaveLength(2);
    await expect(readFrom(new SimMachine("IMM_2"))).rejects.toThrow(
      "Another machine answers at this address: IMM_2",
    );
    expect(await readFrom(new SimMachine("IMM_2"), { sourceId: "imm-2" })).toHaveLength(2);
    // The gateway forgets the machine of a source that was switched off.
    forgetOtherSources(dir, ["imm-2"]);
    expect(await readFrom(new SimMachine("IMM_2"))).toHaveLength(2);
  });

  it("tells machines below DeviceSet apart by their names", { timeout: 60_000 }, async () => {
    const dir = folder();
    const readFrom = async (id: string) => {
      const server = await startOpcua([new SimMachine(id)], undefined, { applicationUri: "urn:same" });
      cleanUp.push(server.stop);
      const reader = opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), dir);
      cleanUp.push(reader.close);
      return reader.read(once);
    };
    expect(await readFrom("IMM_1")).toHaveLength(2);
    await expect(readFrom("IMM_2")).rejects.toThrow("Another machine answers at this address: IMM_2");
    expect(await readFrom("IMM_1")).toHaveLength(2);
  });

  it("learns an application URI that cannot be read at first", { timeout: 60_000 }, async () => {
    const dir = folder();
    const readFrom = async (options: { applicationUri?: string; hidesUri?: boolean }) => {
      const server = await startOpcua([new SimMachine("IMM_1")], undefined, options);
      cleanUp.push(server.stop);
      const reader = opcuaReader(sourceConfig({ protocol: "opcua", address: server.url }), dir);
      cleanUp.push(reader.close);
      return reader.read(once);
    };
    expect(await readFrom({ hidesUri: true })).toHaveLength(2);
    expect(await readFrom({ applicationUri: "urn:a" })).toHaveLength(2);
    expect(await readFrom({ hidesUri: true })).toHaveLength(2);
    await expect(readFrom({ applicationUri: "urn:b" })).rejects.toThrow("Another machine answers");
  });

  it("names the machine of a counter", () => {
    expect(machineOf(["DeviceSet", "IMM_1", "Jobs"])).toBe("IMM_1");
    expect(machineOf(["Plant", "IMM_1"])).toBe("IMM_1");
    expect(machineOf(["Machines", "Press 4", "Jobs"])).toBe("Press 4");
    expect(machineOf(["DeviceSet"])).toBeUndefined();
  });

  it("shortens the device of a mold with a long name, and keeps such molds apart", () => {
    const idOf = (mold: string) => moldDeviceId("imm-1/MouldLifetimeCycleCounter", mold);
    const ids = ["x", "y"].map((end) => idOf("M".repeat(200) + end));
    expect(ids.map((id) => id.length)).toEqual([100, 100]);
    expect(new Set(ids).size).toBe(2);
    const similar = ["A-1", "A<1", "A\u00001", "A", "A ", " A"].map(idOf);
    expect(new Set(similar).size).toBe(similar.length);
    expect(similar.filter((id) => id !== id.trim() || id.includes("<"))).toEqual([]);
    expect([idOf("A-1"), idOf("A")]).toEqual([
      "imm-1/MouldLifetimeCycleCounter/A-1",
      "imm-1/MouldLifetimeCycleCounter/A",
    ]);
    for (const start of ["", "m"]) {
      const id = idOf(start + "𠮷".repeat(60));
      expect(id.isWellFormed()).toBe(true);
      expect(id.length).toBeLessThanOrEqual(100);
    }
  });

  it("opens one session for reads that overlap, and closes it", { timeout: 60_000 }, async () => {
    const server = await startOpcua([new SimMachine("IMM_9")]);
    cleanUp.push(server.stop);
    const dir = folder();
    const config = sourceConfig({ protocol: "opcua", address: server.url });
    const first = opcuaReader(config, dir);
    await first.read(once);
    await first.close();
    const reader = opcuaReader(config, dir);
    await Promise.all([reader.read(once), reader.read(once)]);
    expect(server.sessions()).toBe(1);
    await reader.close();
    expect(server.sessions()).toBe(0);
    const stopped = opcuaReader(config, dir);
    const late = stopped.read(once).catch(() => {});
    await stopped.close();
    await late;
    await vi.waitFor(() => expect(server.sessions()).toBe(0), 5000);
  });

  it("tells counters with the same name apart by their objects", () => {
    const counter = (path: string[], id: number | string) => ({
      name: "JobCycleCounter",
      path,
      nodeId: { toString: () => `ns=1;i=${id}` } as Parameters<typeof deviceIds>[1][number]["nodeId"],
    });
    expect(deviceIds("s", [counter(["A", "Jobs"], 1), counter(["B", "Jobs"], 2)])).toEqual([
      "s/A/Jobs/JobCycleCounter",
      "s/B/Jobs/JobCycleCounter",
    ]);
    expect(deviceIds("s", [counter(["A"], 1), counter(["A"], 2)])).toEqual(["s/ns=1;i=1", "s/ns=1;i=2"]);
    const long = ["x", "y"].map((end) => counter(["A"], "N".repeat(120) + end));
    expect(new Set(deviceIds("s", long)).size).toBe(2);
  });

  it("reads whole numbers only", () => {
    expect([countOfValue(7), countOfValue([1, 2])]).toEqual([7, 2 ** 32 + 2]);
    for (const value of [-1, 1.5, "7", null, [2 ** 22, 0], [1, 2, 3]])
      expect(() => countOfValue(value)).toThrow(/no count/);
  });
});

describe("EUROMAP 63", () => {
  /** Reads the folder as the gateway does, and stores the changes. */
  function em63(dir: string, stored: Reading[], state = folder()) {
    const times = { silentMs: 1000, responseMs: 3000 };
    const reader = em63Reader(sourceConfig({ protocol: "em63", address: dir }), state, times);
    const recorder = new Recorder(async (readings) => void stored.push(...readings));
    return {
      state,
      read: async () => {
        await recorder.observe(await reader.read(once));
        await reader.stored?.();
      },
    };
  }

  it("counts each shot once over resets, restarts of the gateway, and repeated rows", {
    timeout: 30_000,
  }, async () => {
    const machine = new SimMachine("imm", { count: 500, mold: "Deckel, 2-fach" });
    const dir = folder();
    const sim = startEm63(machine, dir, { pollMs: 10 });
    cleanUp.push(sim.stop);
    const stored: Reading[] = [];
    const first = em63(dir, stored);
    await first.read();
    await sim.shoot();
    await first.read();
    const before = machine.shots;
    for (let i = 0; i < 5; i++) await sim.shoot();
    machine.reset();
    for (let i = 0; i < 3; i++) await sim.shoot();
    await first.read();
    expect(stored.map((r) => r.count)).toEqual([501, 506, 3]);
    expect(stored[0]?.mold).toBe("Deckel, 2-fach");
    // Simulates a gateway that is killed after it has read rows and before it has stored its progress. A new gateway
    // reads the rows again.
    for (let i = 0; i < 4; i++) await sim.shoot();
    machine.reset();
    for (let i = 0; i < 2; i++) await sim.shoot();
    const crashed: Reading[] = [];
    const crashing = em63Reader(sourceConfig({ protocol: "em63", address: dir }), first.state);
    crashed.push(...(await crashing.read(once)));
    const second = em63(dir, crashed, first.state);
    await second.read();
    const unique = new Map([...stored, ...crashed].map((r) => [`${r.at} ${r.count}`, r]));
    expect(totalOf([...unique.values()], "imm-1")).toBe(machine.shots - before);
  });

  it("begins its report again after the machine has forgotten it", { timeout: 30_000 }, async () => {
    const machine = new SimMachine("imm", { count: 10 });
    const dir = folder();
    const sim = startEm63(machine, dir, { pollMs: 10 });
    cleanUp.push(sim.stop);
    const stored: Reading[] = [];
    const { read } = em63(dir, stored);
    await read();
    await sim.shoot();
    await read();
    sim.restart();
    await sim.shoot();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await read();
    await sim.shoot();
    await read();
    expect(stored.map((r) => r.count)).toEqual([11, 13]);
  });

  it("counts rows without a valid time when they are found, also before a reset and after a crash", {
    timeout: 30_000,
  }, async () => {
    const dir = folder();
    const state = folder();
    const sim = startEm63(new SimMachine("imm", { count: 0 }), dir, { pollMs: 10 });
    cleanUp.push(sim.stop);
    const stored: Reading[] = [];
    const first = em63(dir, stored, state);
    await first.read();
    const write = (to: string, ...rows: string[]) =>
      writeFileSync(join(to, "SHOTKEEP.DAT"), ["DATE,TIME,ActCntCyc,SetDescMld", ...rows, ""].join("\r\n"));
    // 25:61:00 is no time, and the other rows have none.
    const rows = [',,500,""', '20260520,25:61:00,506,""', ',,2,""', ',,3,""'];
    write(dir, ...rows);
    // The gateway is killed after it has read the rows. Meanwhile the machine goes on.
    const reader = em63Reader(sourceConfig({ protocol: "em63", address: dir }), state, { silentMs: 60_000 });
    const before = Date.now();
    stored.push(...(await reader.read(once)));
    expect(stored.map((r) => r.count)).toEqual([506, 3]);
    expect(stored.every((r) => r.at >= before && r.at < Date.now() + 10)).toBe(true);
    write(dir, ...rows, ',,4,""');
    const second = em63(dir, stored, state);
    await second.read();
    await second.read();
    const unique = new Map(stored.map((r) => [`${r.at} ${r.count}`, r]));
    expect([...unique.values()].map((r) => r.count)).toEqual([506, 3, 4]);
    // Another folder is another machine, so its rows are read from the first one on.
    const other = folder();
    cleanUp.push(startEm63(new SimMachine("imm", { count: 0 }), other, { pollMs: 10 }).stop);
    writeFileSync(join(state, "em63-imm-1.json"), JSON.stringify({ folder: dir, seen: 3, offsetMs: 0 }));
    write(other, ...rows);
    const moved = em63Reader(sourceConfig({ protocol: "em63", address: other }), state);
    expect((await moved.read(once)).map((r) => r.count)).toEqual([506, 3]);
  });

  it("says that the machine does not answer, or that the folder is missing", {
    timeout: 30_000,
  }, async () => {
    const config = (address: string) => sourceConfig({ protocol: "em63", address });
    const silent = em63Reader(config(folder()), folder(), { responseMs: 100 });
    await expect(silent.read(once)).rejects.toThrow(/does not answer/);
    await expect(em63Reader(config("/nowhere/em63"), folder()).read(once)).rejects.toThrow(/ENOENT/);
  });

  it("reads quoted texts, leaves out the row that is being written, and refuses other files", () => {
    const text =
      'DATE,TIME,ActCntCyc,SetDescMld\r\n20260520,120000,7,"A, ""B"""\r\n20260520,12:00:01,8,""\r\n2026';
    expect(readReport(text)).toEqual([
      { count: 7, mold: 'A, "B"', machineTime: undefined },
      { count: 8, mold: undefined, machineTime: Date.UTC(2026, 4, 20, 12, 0, 1) },
    ]);
    expect(() => readReport("DATE,TIME\r\n1,2\r\n")).toThrow(/ActCntCyc/);
    expect(() => readReport("ActCntCyc\r\nx\r\n")).toThrow(/no count/);
    const rows = [5, 6, 1, 2].map((count) => ({ count, mold: undefined, machineTime: 1000 }));
    expect(
      readingsOf("d", rows, { seen: 1, offsetMs: 50, arrival: null }).map((r) => [r.count, r.at]),
    ).toEqual([
      [6, 1051],
      [2, 1053],
    ]);
  });
});

describe("TCP text lines", () => {
  it("reads lines that come in pieces, and connects again", { timeout: 30_000 }, async () => {
    const machine = new SimMachine("c", { count: 7 });
    const device = await startTcpLines(machine);
    cleanUp.push(device.stop);
    const seen: number[] = [];
    const config = sourceConfig({
      protocol: "tcp",
      address: `127.0.0.1:${device.port}`,
      linePattern: "N=(\\d+);",
    });
    const source = tcpSource(config, async (readings) => void seen.push(...readings.map((r) => r.count)));
    cleanUp.push(source.stop);
    await vi.waitFor(() => expect(seen).toEqual([7]));
    machine.shoot();
    device.tell();
    await vi.waitFor(() => expect(seen).toEqual([7, 8]));
    expect(source.status).toMatchObject({ state: "reading", count: 8 });
    device.drop();
    await vi.waitFor(() => expect(source.status.state).toBe("failing"));
    machine.shoot(2);
    await vi.waitFor(() => expect(seen).toEqual([7, 8, 10]), { timeout: 10_000 });
  });

  it("refuses lines without a count", () => {
    expect(countOfLine("count 12 ok", /(\d+)/)).toBe(12);
    expect(() => countOfLine("offline", /(\d+)/)).toThrow(/no count: offline/);
    expect(() => countOfLine("N=1.5e9;", /N=(.+);/)).toThrow(/no count/);
  });
});

it("refuses counts beyond the width of the source", () => {
  const config = sourceConfig({ protocol: "tcp", address: "x:1", countWidth: 16 });
  const reading = (count: number) => [{ device: "d", count, at: 1 }];
  expect(checked(reading(65_535), config)).toHaveLength(1);
  expect(() => checked(reading(65_536), config)).toThrow(/16 bits/);
});

it("shows a failing read, and reads again", async () => {
  let tries = 0;
  const reader = {
    read: async () => {
      if (++tries === 1) throw new Error("no\u0000 answer");
      return [{ device: "imm-1", count: tries, at: Date.now() }];
    },
    close: async () => {},
  };
  const source = poll(sourceConfig({ protocol: "modbus", address: "x" }), reader, async () => {});
  cleanUp.push(source.stop);
  await vi.waitFor(() => expect(source.status).toMatchObject({ state: "failing", error: "no answer" }));
  const isBack = { state: "reading", count: 2, error: null };
  await vi.waitFor(() => expect(source.status).toMatchObject(isBack), 3000);
});
