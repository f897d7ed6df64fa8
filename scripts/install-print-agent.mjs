// npm run install-print-agent: installs the print service for the current user. See docs/operations.md.
import { homedir } from "node:os";
import { join } from "node:path";
import { runInstaller } from "./lib/user-service.mjs";

await runInstaller({
  command: "install-print-agent",
  app: "print-agent",
  id: "ShotkeeperPrint",
  unit: "shotkeeper-print",
  title: "print service",
  description: "Prints labels for web pages on the printers of this computer.",
  kept: "pairings, printers and jobs",
  variables: { PRINT_AGENT_PORT: "text", PRINT_AGENT_DIR: "path", PRINT_FOLDER: "path" },
  // A Windows service may have another home folder than the user, so its folder is always stated.
  windowsDefaults: { PRINT_AGENT_DIR: join(homedir(), ".shotkeeper-print") },
  after: (run) => {
    console.log("The print service is installed. The address of its own page contains the page's key:");
    run("--page");
  },
});
