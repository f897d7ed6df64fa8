import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { labelsOfZpl } from "@shotkeeper/label-print/testing";

const root = join(import.meta.dirname, "..", "..");

/**
 * Starts a simulated label printer on a free port. The printer accepts labels in the language ZPL and closes the
 * connection.
 */
export async function startZplPrinter() {
  let received = "";
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1").replaceAll("~HS", "");
    });
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Returns the printed labels. */
    labels: () => labelsOfZpl(received),
    stop: () => void server.close(),
  };
}

/** Decodes the bar codes and QR codes on labels with the program zbarimg. */
export function codesOn(labels: ReturnType<typeof labelsOfZpl>): string[] {
  const dir = mkdtempSync(join(tmpdir(), "label-"));
  const files = labels.map(({ width, height, data }, i) => {
    const file = join(dir, `${i}.pgm`);
    const grey = Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 255);
    writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), grey]));
    return file;
  });
  const options = ["--raw", "-q", "-Sdisable", "-Scode128.enable", "-Sqrcode.enable"];
  const output = execFileSync("zbarimg", [...options, ...files], { stdio: ["ignore", "pipe", "ignore"] });
  rmSync(dir, { recursive: true });
  return output.toString().trim().split("\n");
}

/** Starts the print service as a user does, without a print system. Returns the address of the service's own page. */
export async function startPrintService(): Promise<{ ownPage: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), "print-service-"));
  const env = { ...process.env, PRINT_AGENT_DIR: dir, CUPS_SERVER: join(dir, "no-cups") };
  const args = [join(root, "scripts/run.mjs"), "apps/print-agent/src/main.ts"];
  const service = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"], cwd: root });
  for await (const line of createInterface({ input: service.stdout }))
    if (line.startsWith("Page of this service"))
      return {
        ownPage: `http://127.0.0.1:8001/#${readFileSync(join(dir, "page-key"), "utf8")}`,
        async stop() {
          const ended = once(service, "exit");
          service.kill("SIGTERM");
          await ended;
          rmSync(dir, { recursive: true, force: true });
        },
      };
  throw new Error("the print service did not start: is port 8001 taken?");
}
