// Installs and updates a Windows service through WinSW (https://github.com/winsw/winsw).
import { execFileSync } from "node:child_process";

/** Longest time for which a service may take to stop, ms. */
const longestStop = 30_000;

const run = (winsw, command) => execFileSync(winsw, [command], { stdio: "inherit" });

/** Returns the state that WinSW prints, for example NonExistent, Stopped, or Active (running). */
function stateOf(winsw) {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  try {
    return execFileSync(winsw, ["status"], options);
  } catch (cause) {
    // Returns the output even after an error. Some versions end with an error code if the service does not exist, but
    // they print its state.
    return cause.stdout ?? "";
  }
}

const isMissing = (winsw) => /nonexistent/i.test(stateOf(winsw));
const isRunning = (winsw) =>
  /started|active \(|running|pending/i.test(stateOf(winsw).replace(/inactive/gi, ""));

/**
 * Stops the service and waits until it has ended. Until then, Windows lets nobody replace its program file.
 * @param {string} winsw path of WinSW
 */
export function stopWindowsService(winsw) {
  if (!isRunning(winsw)) return;
  run(winsw, "stop");
  for (const end = Date.now() + longestStop; isRunning(winsw); ) {
    if (Date.now() > end) throw new Error("The service does not stop. Stop it in the list of services.");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/**
 * Registers the service, or updates its registration, and starts it. Asks Windows whether the service exists, because
 * an installation without the rights of an administrator may have copied WinSW before it failed.
 * @param {string} winsw path of WinSW
 */
export function startWindowsService(winsw) {
  run(winsw, isMissing(winsw) ? "install" : "refresh");
  run(winsw, "start");
}

/**
 * Stops and removes the service, if there is one.
 * @param {string} winsw path of WinSW
 */
export function removeWindowsService(winsw) {
  if (isMissing(winsw)) return;
  stopWindowsService(winsw);
  run(winsw, "uninstall");
}
