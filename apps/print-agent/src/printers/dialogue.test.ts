import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { dialogues } from "./dialogue.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

const hostStatus = (formats: number) =>
  `\u0002030,0,0,1199,00${formats},0,0,0,000,0,0,0\u0003\r\n` +
  `\u0002000,0,0,0,0,2,4,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n`;

/**
 * Waits until the print service takes a label as printed. The simulated printer reports to be printing in the given
 * periods (ms from the start) and to be idle in between. Returns the time of the wait, ms.
 */
async function timeFor(...periods: readonly (readonly [from: number, to: number])[]): Promise<number> {
  let begin = Date.now();
  server = createServer((socket) => {
    socket.on("data", () => {
      const at = Date.now() - begin;
      socket.write(hostStatus(periods.some(([from, to]) => at >= from && at < to) ? 1 : 0));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const connection = await Connection.open("127.0.0.1", (server.address() as AddressInfo).port, 1000);
  const ms = 5000;
  begin = Date.now();
  await dialogues.zpl.printed(connection, {
    connect: ms,
    answer: ms,
    send: ms,
    print: ms,
    close: ms,
    fresh: ms,
  });
  connection.destroy();
  return Date.now() - begin;
}

describe("a ZPL printer confirms a label", () => {
  it("soon after it has reported to be printing", async () => {
    const ms = await timeFor([0, 50]);
    expect(ms).toBeGreaterThanOrEqual(150);
    expect(ms).toBeLessThan(290);
  });

  it("after 300 ms if it never reports to be printing", async () => {
    expect(await timeFor()).toBeGreaterThanOrEqual(300);
  });

  it("not by answers before it begins, and not in a short break", async () => {
    expect(await timeFor([120, 600])).toBeGreaterThanOrEqual(700);
    expect(await timeFor([0, 60], [130, 600])).toBeGreaterThanOrEqual(700);
  });
});
