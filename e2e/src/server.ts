import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const captcha = "e2e-pass";

const bundle = join(import.meta.dirname, "..", "..", "apps", "server", "dist", "main.mjs");

/** Returns a port that no program listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export interface RealServer {
  readonly url: string;
  readonly mqttPort: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Returns the text that the process has written so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the server as `npm start` does: its bundle in a separate process, on free ports. If `env` names no data
 * directory, the server gets a new directory.
 */
export async function startRealServer(env: Record<string, string> = {}): Promise<RealServer> {
  const [port, mqttPort] = [Number(env.PORT ?? (await freePort())), await freePort()];
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "shotkeeper-e2e-"));
  let output = "";
  const child = spawn(process.execPath, ["--enable-source-maps", bundle], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: "on",
      CAPTCHA_BYPASS_CODE: captcha,
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-100_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  // Waits up to four minutes. The first start creates the demo tenant, which may take some minutes on a slow machine.
  const until = Date.now() + 240_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`the server did not start:\n${output}`);
    }
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((r) => setTimeout(r, 200));
  }
  return {
    url,
    mqttPort,
    dataDir,
    process: child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await exited;
      clearTimeout(late);
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
