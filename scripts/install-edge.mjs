// npm run install-edge: installs the edge gateway for the current user. See docs/edge.md.
import { homedir } from "node:os";
import { join } from "node:path";
import { runInstaller } from "./lib/user-service.mjs";

await runInstaller({
  command: "install-edge",
  app: "edge",
  id: "ShotkeeperEdge",
  unit: "shotkeeper-edge",
  title: "edge gateway",
  description: "Reads the counts of machines and sends them to Shotkeeper.",
  kept: "the connection and the readings that are not sent",
  variables: { EDGE_PORT: "text", EDGE_DIR: "path", NODE_EXTRA_CA_CERTS: "path" },
  windowsDefaults: { EDGE_DIR: join(homedir(), ".shotkeeper-edge") },
  missing: ["proper-lockfile"],
  after: (run) => {
    console.log("The edge gateway is installed. Connect it, if it is not connected yet:");
    run("--help");
  },
});
