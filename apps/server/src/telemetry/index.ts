export { Gather } from "./ingest/gather.ts";
export { Tally } from "./ingest/tally.ts";
export { Ledger } from "./ledger/ledger.ts";
