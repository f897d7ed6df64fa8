import { once } from "node:events";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Connection, connectionOf, loadConnection, saveConnection, UsageError } from "./connection.ts";
import { Gateway, type GatewayState } from "./gateway.ts";
import { pageServer } from "./page.ts";
import { Product } from "./product.ts";
import { errorText } from "./types.ts";

/**
 * Entry point of `npm run edge`: the gateway that reads the counts of machines and sends them to the Shotkeeper server.
 */
const version = "0.1.0";
const { EDGE_PORT = "8003", EDGE_DIR } = process.env;

const help = `npm run edge: reads the counts of machines in this network and sends them to Shotkeeper.

EDGE_DIR     ~/.shotkeeper-edge: connection, configuration and readings that are not sent
EDGE_PORT    8003; the status page is at http://127.0.0.1:8003

--connect ADDRESS   stores the address that Shotkeeper shows for a new connector of the kind "Edge gateway", and ends`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a step of the start. If the step throws, because of a wrong input or an unusable folder, ends the program with a
 * short text.
 */
async function attempt<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    fail(
      cause instanceof UsageError ? cause.message : `The folder ${dir} cannot be used: ${errorText(cause)}`,
    );
  }
}

const args = process.argv.slice(2);
const dir = resolve(EDGE_DIR ?? join(homedir(), ".shotkeeper-edge"));
if (args.includes("--help")) {
  console.log(help);
  process.exit(0);
}
if (args[0] === "--connect" && args.length === 2) {
  const connection = await attempt(() => connectionOf(args[1] ?? ""));
  await attempt(() => saveConnection(dir, connection));
  console.log(`Connected to ${connection.url}. Start the gateway again if it is running.`);
  process.exit(0);
}
if (args.length > 0) fail(`Unknown option: ${args.join(" ")}\n\n${help}`);

const port = Number(EDGE_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`EDGE_PORT is no port: ${EDGE_PORT}`);
const connection: Connection | undefined = await attempt(() => loadConnection(dir));
if (!connection)
  fail(
    "The gateway is not connected yet. Make a connector of the kind Edge gateway, and run --connect ADDRESS",
  );

// Claims the port before the journal is opened. So a second start of the gateway ends before it touches the files of
// the running one.
let state: (() => GatewayState) | undefined;
const page = pageServer(() => state?.());
page.listen(port, "127.0.0.1");
await once(page, "listening").catch((cause) =>
  fail(`Port ${port} cannot be used: ${errorText(cause)}. Perhaps the gateway is running already.`),
);
const gateway = await attempt(() => Gateway.start(dir, new Product(connection), version));
state = () => gateway.state;
console.log(`Edge gateway ${version} for ${connection.url}, status page at http://127.0.0.1:${port}`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    page.close();
    page.closeAllConnections();
    await gateway.stop();
    process.exit(0);
  });
