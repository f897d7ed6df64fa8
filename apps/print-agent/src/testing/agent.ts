import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Jobs } from "../jobs.ts";
import type { Limits } from "../limits.ts";
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

/** Starts the print service as main.ts does, but in this process. Default port: any free port. */
export async function startAgent(
  spoolers: readonly Spooler[],
  dir = mkdtempSync(join(tmpdir(), "print-")),
  port = 0,
  limits: Partial<Limits> = {},
): Promise<TestAgent> {
  const pairing = new Pairing(dir);
  const jobs = new Jobs(dir, () => allPrinters(spoolers), 50, limits);
  const http = await buildService({ spoolers, pairing, jobs });
  await http.listen({ host: "127.0.0.1", port });
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
