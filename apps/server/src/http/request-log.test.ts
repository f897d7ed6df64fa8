import fastify, { LogController } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { HttpTally } from "./http-tally.ts";
import { requestLog } from "./request-log.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Makes requests to a server with the given log level. Returns the logged lines and the metrics. */
async function logged(level: "info" | "debug") {
  const lines: Record<string, unknown>[] = [];
  const http = fastify({
    logger: { level, stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  closing.push(() => http.close());
  const tally = new HttpTally();
  requestLog(http, tally);
  http.get("/fine/:id", async () => "x");
  http.get("/broken", async (_, reply) => reply.status(500).send("x"));
  http.get("/events", async () => "x");
  for (const url of ["/fine/secret", "/broken", "/events"]) await http.inject({ url });
  const requests = lines.filter(({ msg }) => msg === "request");
  return { lines: requests.map(({ level, route, status }) => ({ level, route, status })), tally };
}
const [debug, info] = [20, 30];

describe("the log of requests", () => {
  it("has failed requests at level info, and the others only at level debug", async () => {
    const broken = { level: info, route: "/broken", status: 500 };
    expect((await logged("info")).lines).toEqual([broken]);
    expect((await logged("debug")).lines).toEqual([
      { level: debug, route: "/fine/:id", status: 200 },
      broken,
    ]);
  });

  it("leaves no request out of the metrics, except streams of events", async () => {
    const text = await (await logged("info")).tally.registry.metrics();
    expect(text).toContain('shotkeeper_http_requests_total{method="GET",route="/fine/:id",status="200"} 1');
    expect(text).not.toContain("/events");
  });
});
