import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpTestServer, type TestTenant } from "./testing/http-test-server.ts";

const program = fileURLToPath(new URL("../../../../docs/examples/counter.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let server: HttpTestServer;
let t: TestTenant;
let folder: string;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await HttpTestServer.start();
  t = await server.tenant();
  folder = mkdtempSync(join(tmpdir(), "shotkeeper-counter-"));
  await server.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.http.server.address() as AddressInfo;
  addresses = { http: `http://127.0.0.1:${port}`, mqtt: `mqtt://127.0.0.1:${server.mqttPort}` };
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the example. Returns its exit code and its errors. */
const run = (address: string, count: number, secret = "secret") =>
  new Promise<{ code: number; errors: string }>((done) => {
    const options = { cwd: folder, env: { ...process.env, SECRET: secret } };
    const child = execFile(
      "python3",
      [program, address, t.chip, "count", String(count)],
      options,
      (_e, _out, errors) => done({ code: child.exitCode ?? -1, errors }),
    );
  });
const journal = () => join(folder, `${t.chip}.jsonl`);
const counts = async () => {
  await server.app.ingest.intake.journal?.drained();
  return server.ledger.stored.map((r) => r.count);
};

describe.skipIf(!hasPython).each(["http", "mqtt"])("the Python counter of the documents by %s", (way) => {
  const base = way === "http" ? 100 : 200;

  it("sends a reading, and keeps it while the server is away", async () => {
    const address = addresses[way] ?? "";
    expect(await run(address, base + 1)).toEqual({ code: 0, errors: "" });
    expect(readFileSync(journal(), "utf8")).toBe("");
    const away = await run(`${way}://127.0.0.1:1`, base + 2);
    expect(away).toEqual({ code: 75, errors: expect.stringContaining("not sent") });
    // Simulates a power failure, which cuts the last line of the journal.
    writeFileSync(journal(), `${readFileSync(journal(), "utf8")}{"WRITER_IM`);
    expect((await run(address, base + 3)).code).toBe(0);
    expect(await counts()).toEqual(expect.arrayContaining([base + 1, base + 2, base + 3]));
  }, 120_000);

  it("is told that its secret is wrong", async () => {
    const { code, errors } = await run(addresses[way] ?? "", base + 4, "wrong");
    expect([code, errors]).toEqual([1, expect.stringContaining("refused")]);
    expect(readFileSync(journal(), "utf8")).toContain(`"COUNT_TIMES": ${base + 4}`);
    rmSync(journal());
  }, 60_000);
});
