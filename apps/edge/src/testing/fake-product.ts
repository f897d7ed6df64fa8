import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { GatewayConfig, Reading, SourceConfig } from "../types.ts";

/** Returns the configuration of a source, with defaults for the fields that a test does not state. */
export const sourceConfig = (
  s: Partial<SourceConfig> & Pick<SourceConfig, "protocol" | "address">,
): SourceConfig => ({
  sourceId: "imm-1",
  pollSeconds: 1,
  opcNode: null,
  modbusUnit: null,
  modbusTable: null,
  modbusRegister: null,
  wordOrder: null,
  linePattern: null,
  countWidth: null,
  ...s,
});

export const secret = `1.${"s".repeat(32)}`;

/** Returns a device's total of shots: the sum of the rises of its count. After a reset, the new count is added. */
export function totalOf(readings: readonly Reading[], device: string): number {
  const own = readings.filter((r) => r.device === device).sort((a, b) => a.at - b.at);
  let total = 0;
  own.forEach((r, i) => {
    const before = own[i - 1];
    if (before) total += r.count >= before.count ? r.count - before.count : r.count;
  });
  return total;
}

/** Fake of the server's API for gateways. It stores a reading with the same device, time and count only once. */
export async function fakeProduct() {
  const stored = new Map<string, Reading>();
  const product = {
    config: { isActive: true, sources: [] } as GatewayConfig,
    /**
     * Failures of the next deliveries of readings, in order. A number: the answer has this HTTP status, and nothing is
     * stored. "lost": the readings are stored, but the connection breaks before the answer.
     */
    failures: [] as (number | "lost")[],
    /**
     * Largest number of readings in a delivery that gets an answer. During a larger delivery, the connection breaks.
     */
    longestDelivery: Number.POSITIVE_INFINITY,
    reports: [] as { readonly backlog: number; readonly sources: readonly { readonly state: string }[] }[],
    duplicates: 0,
    get readings(): Reading[] {
      return [...stored.values()];
    },
    url: "",
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    /** Resolves when the condition is true. */
    until: async (condition: () => boolean, ms = 15_000) => {
      for (const end = Date.now() + ms; !condition(); await sleep(20))
        if (Date.now() > end) throw new Error("The condition did not become true");
    },
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = (status: number, data: unknown, Code = status === 200 ? 0 : 1) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ Code, Msg: "S0018", ReturnData: data }));
    };
    if (request.headers.authorization !== `Bearer ${secret}`) return answer(401, null);
    if (request.url === "/in/1/edge") {
      product.reports.push(JSON.parse(body));
      return answer(200, product.config);
    }
    const failure = product.failures.shift();
    if (typeof failure === "number") return answer(failure, null);
    const { readings } = JSON.parse(body) as { readings: readonly Reading[] };
    if (!product.config.isActive)
      return answer(200, { parts: { inactive: readings.length }, reason: "S0617" });
    let booked = 0;
    for (const r of readings) {
      const key = `${r.device} ${r.at} ${r.count}`;
      if (stored.has(key)) product.duplicates++;
      else booked++;
      stored.set(key, r);
    }
    if (failure === "lost" || readings.length > product.longestDelivery) return request.socket.destroy();
    answer(200, { parts: { booked, duplicate: readings.length - booked }, reason: null });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  product.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/1`;
  return product;
}
