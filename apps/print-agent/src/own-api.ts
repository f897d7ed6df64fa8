import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Delays } from "./delays.ts";
import { Refusal, told } from "./messages.ts";
import { ownPage } from "./page.ts";
import type { ServiceParts } from "./parts.ts";
import { printerOf } from "./printers/network-list.ts";
import { allPrinters } from "./printers/printer.ts";
import { selfCheck } from "./self-check.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Routes of the service's own page. The page itself contains nothing secret. Each call needs the page's key, which is
 * in a file that only the user of this computer can read.
 */
export async function ownApi(
  http: FastifyInstance,
  { spoolers, pairing, jobs, network }: ServiceParts,
): Promise<void> {
  const guesses = new Delays(500, 60_000);

  const byPage = async (request: FastifyRequest) => {
    const key = request.headers["x-page-key"];
    if (typeof key === "string" && pairing.isPageKey(key)) return;
    const waitMs = guesses.remaining("page");
    if (waitMs > 0) throw new Refusal(429, "tooSoon", String(Math.ceil(waitMs / 1000)));
    guesses.count("page");
    throw new Refusal(403, "ownPageOnly");
  };
  const options = { onRequest: byPage };

  http.get("/", (request, reply) => {
    const { html, script, style } = ownPage(request.headers["accept-language"]);
    const policy = [
      "default-src 'none'",
      `script-src ${sha256(script)}`,
      `style-src ${sha256(style)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ];
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy.join("; "))
      .header("x-frame-options", "DENY")
      .send(html);
  });

  http.get("/own/state", options, async ({ headers }) => ({
    requests: pairing.pending(),
    sites: pairing.sites(),
    network: network.list(),
    jobs: jobs
      .list()
      // Lists the newest 100 jobs and all unsure jobs, because the user has to decide about each unsure job.
      .filter((j, i) => i < 100 || j.state === "unsure")
      .map(({ steps: _, key: __, message, ...job }) => ({
        ...job,
        ...(message !== undefined && { message: told(headers["accept-language"], message) }),
        hasFile: jobs.journal.hasFile(job),
      })),
  }));
  http.get("/own/checks", options, async ({ headers }) => ({
    checks: await selfCheck({ spoolers, jobs, pairing, network }, headers["accept-language"]),
  }));

  interface ById {
    Params: { id: string };
  }
  for (const [action, isApproved] of [
    ["approve", true],
    ["refuse", false],
  ] as const)
    http.post<ById>(`/own/requests/:id/${action}`, options, async (request) => {
      if (!pairing.decide(request.params.id, isApproved)) throw new Refusal(404, "noRequest");
      return {};
    });
  http.post<{ Body: { origin?: unknown } | null }>("/own/sites/revoke", options, async (request) => {
    pairing.revoke(String(request.body?.origin ?? ""));
    return {};
  });
  // Only the service's own page adds printers. A web page cannot make the service connect to a computer of its choice.
  http.post("/own/printers", options, async (request) => {
    const printer = printerOf(request.body);
    const taken = [...network.list(), ...(await allPrinters(spoolers))].some((p) => p.name === printer.name);
    if (taken) throw new Refusal(409, "nameTaken", printer.name);
    network.add(printer);
    return {};
  });
  http.post<{ Body: { name?: unknown } | null }>("/own/printers/remove", options, async (request) => {
    network.remove(String(request.body?.name ?? ""));
    return {};
  });
  for (const action of ["reprint", "settle", "cancel"] as const)
    http.post<ById>(`/own/jobs/:id/${action}`, options, async (request) => {
      await jobs[action](request.params.id);
      return {};
    });
}
