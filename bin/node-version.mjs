/** Ends the process with a sentence if this Node is too old. Uses no syntax that an older Node does not know. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const good = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (!good) {
    console.error(`Shotkeeper needs Node 20.19, 22.12 or newer; this is ${process.version}.`);
    process.exit(1);
  }
}
