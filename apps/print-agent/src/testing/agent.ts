import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Jobs } from "../jobs.ts";
import { Pairing } from "../pairing.ts";
import type { Spooler } from "../printers/printer.ts";
import { allPrinters, buildService } from "../service.ts";

export interface TestAgent {
  readonly http: FastifyInstance;
  readonly address: string;
  readonly dir: string;
  readonly pairing: Pairing;
  readonly jobs: Jobs;
  stop(): Promise<void>;
}

/** The service as main.ts puts it together, on a free port. */
export async function startAgent(
  spoolers: readonly Spooler[],
  dir = mkdtempSync(join(tmpdir(), "print-")),
): Promise<TestAgent> {
  const pairing = new Pairing(dir);
  const find = async (name: string) => (await allPrinters(spoolers)).find((p) => p.name === name)?.spooler;
  const jobs = new Jobs(dir, find, 50);
  const http = await buildService({ spoolers, pairing, jobs });
  await http.listen({ host: "127.0.0.1", port: 0 });
  jobs.start();
  return {
    http,
    address: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    dir,
    pairing,
    jobs,
    async stop() {
      await http.close();
      await jobs.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
