import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Jobs } from "../jobs.ts";
import type { Limits } from "../limits.ts";
import { Pairing } from "../pairing.ts";
import type { Timeouts } from "../printers/connection.ts";
import { networkPrinters } from "../printers/network.ts";
import { NetworkList } from "../printers/network-list.ts";
import { findPrinter, type Spooler } from "../printers/printer.ts";
import { buildService } from "../service.ts";

export interface TestAgent {
  readonly http: FastifyInstance;
  readonly address: string;
  readonly dir: string;
  readonly pairing: Pairing;
  readonly jobs: Jobs;
  readonly network: NetworkList;
  stop(): Promise<void>;
}

/** Starts the print service as main.ts does, but in this process. Default port: any free port. */
export async function startAgent(
  system: readonly Spooler[],
  dir = mkdtempSync(join(tmpdir(), "print-")),
  port = 0,
  limits: Partial<Limits> = {},
  timeouts?: Timeouts,
): Promise<TestAgent> {
  const pairing = new Pairing(dir);
  const network = new NetworkList(dir);
  const spoolers = [...system, networkPrinters(network, timeouts)];
  const jobs = new Jobs(dir, (name) => findPrinter(spoolers, name), 50, limits);
  const http = await buildService({ spoolers, pairing, jobs, network });
  await http.listen({ host: "127.0.0.1", port });
  jobs.start();
  return {
    http,
    address: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    dir,
    pairing,
    jobs,
    network,
    async stop() {
      await http.close();
      await jobs.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
