// npm run dev: serves the sources and restarts or hot-replaces them while you edit.
import { createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { stopWithNpm } from "./lib/npm-parent.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const { DevServer } = await import("./lib/dev-server.mjs");
const { startDevWeb } = await import("./lib/dev-web.mjs");

function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer().on("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

const { INIT_CWD: calledFrom = process.cwd(), HOST: host = "127.0.0.1", PORT: port = "5173" } = process.env;
const { DATA_DIR: chosenDir, DEV_LOGIN: chosenUser = "admin", NODE_ENV: mode = "development" } = process.env;
const dataDir = chosenDir ? resolve(calledFrom, chosenDir) : join(root, ".cache", "dev-data");
const devLogin = chosenUser.toLowerCase() === "off" ? undefined : chosenUser;
const apiPort = await freePort();

const server = new DevServer({
  // Turns MQTT off by default, because two development servers on one computer would need the same port.
  MQTT_PORT: "off",
  DEMO: "on",
  LOG_LEVEL: "info",
  LOG_FORMAT: "text",
  ...process.env,
  NODE_ENV: mode,
  HOST: host,
  PORT: String(apiPort),
  DATA_DIR: dataDir,
  DEV_LOGIN: devLogin ?? "off",
  SHOTKEEPER_ROOT: root,
});
let web;
let isEnding = false;

async function end() {
  if (isEnding) process.exit(1);
  isEnding = true;
  console.log("\nStopping …");
  await Promise.all([web?.close(), server.end()]);
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
stopWithNpm("dev", end);

await server.start();
web = await startDevWeb({ host, port: Number(port), apiPort, devLogin, server });
console.log(`
  Pages   ${web.resolvedUrls?.local[0]}
  Log-in  ${devLogin ? `as ${devLogin} of the demo, without a password; DEV_LOGIN=off shows the log-in page` : "with a password"}
  Data    ${relative(root, dataDir) || dataDir}; delete it to begin with a new demo
  Ctrl+C ends everything.
`);
