import type { Jobs } from "./jobs.ts";
import type { Pairing } from "./pairing.ts";
import type { NetworkList } from "./printers/network-list.ts";
import type { Spooler } from "./printers/printer.ts";

/** Objects that the routes of the service use. */
export interface ServiceParts {
  readonly spoolers: readonly Spooler[];
  readonly pairing: Pairing;
  readonly jobs: Jobs;
  readonly network: NetworkList;
}
