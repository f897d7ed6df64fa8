import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { said } from "../testing/refusal.ts";
import { FairPool } from "./fair-pool.ts";

const { DATABASE_URL: url } = process.env;
/** Code of a request to cancel in the protocol of PostgreSQL. It comes after the length of the message. */
const cancelCode = 80_877_102;
const isCancel = (first: Buffer) => first.length >= 8 && first.readInt32BE(4) === cancelCode;

describe.skipIf(!url)("a request to cancel", () => {
  /**
   * How the test's proxy treats the next request to cancel: loses it (`swallow`), never answers it (`hold`), or
   * forwards it to the server (`pass`). It forwards all later requests to cancel.
   */
  let next: "swallow" | "hold" | "pass" = "pass";
  let cancels = 0;
  const sockets = new Set<Socket>();
  const target = new URL(url ?? "postgres://x");
  /** Proxy between the pool and the server. It forwards all bytes, except a request to cancel that `next` stops. */
  const proxy = createServer((client) => {
    sockets.add(client);
    client.on("error", () => {});
    client.once("data", (first) => {
      const how = isCancel(first) ? next : "pass";
      if (isCancel(first)) {
        cancels++;
        next = "pass";
      }
      if (how === "hold") return;
      if (how === "swallow") return void client.end();
      const server = connect(Number(target.port || 5432), target.hostname);
      sockets.add(server);
      server.on("error", () => client.destroy());
      server.write(first);
      client.pipe(server).pipe(client);
    });
  });
  let pool: FairPool;
  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const own = new URL(target);
    own.hostname = "127.0.0.1";
    own.port = String((proxy.address() as { port: number }).port);
    pool = new FairPool({ url: own.href, connections: 1 });
  });
  afterAll(async () => {
    await pool.end();
    for (const s of sockets) s.destroy();
    proxy.close();
  });

  /**
   * Runs a statement of `s` seconds whose caller goes away at once. Returns the error of the statement, and the process
   * id of its connection.
   */
  const interrupted = async (s: number) => {
    cancels = 0;
    const gone = new AbortController();
    const lease = await pool.lease(1, { kind: "report", gone: gone.signal });
    const [[session]] = (await lease.run([{ text: "select pg_backend_pid() as pid", values: [] }])) as [
      [{ pid: number }],
    ];
    const running = lease.run([{ text: "select pg_sleep($1)", values: [s] }]).then(
      () => "done",
      (cause: Error) => cause.message,
    );
    setTimeout(() => gone.abort(), 100);
    const outcome = await running;
    lease.release();
    return { outcome, pid: session.pid };
  };
  const currentPid = async () => {
    const lease = await pool.lease(1, { kind: "list" });
    const [[row]] = (await lease.run([{ text: "select pg_backend_pid() as pid", values: [] }])) as [
      [{ pid: number }],
    ];
    lease.release();
    return row.pid;
  };

  it("that reaches the server ends the statement, and the connection stays in use", async () => {
    next = "pass";
    const { outcome, pid } = await interrupted(30);
    expect(outcome).toBe(said("requestCancelled"));
    expect(await currentPid()).toBe(pid);
  });

  it("that is not answered in time costs the connection, because it may come later", async () => {
    next = "hold";
    const { outcome, pid } = await interrupted(0.3);
    expect(outcome).toBe("done");
    expect(await currentPid()).not.toBe(pid);
  });

  it("that had no effect is sent again", async () => {
    next = "swallow";
    const { outcome } = await interrupted(30);
    expect(outcome).toBe(said("requestCancelled"));
    expect(cancels).toBe(2);
  });
});
