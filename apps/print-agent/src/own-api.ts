import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Delays } from "./delays.ts";
import type { Jobs } from "./jobs.ts";
import { Refusal } from "./messages.ts";
import { ownPage } from "./page.ts";
import type { Pairing } from "./pairing.ts";
import type { Spooler } from "./printers/printer.ts";
import { selfCheck } from "./self-check.ts";

export interface ServiceParts {
  readonly spoolers: readonly Spooler[];
  readonly pairing: Pairing;
  readonly jobs: Jobs;
}

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Routes of the service's own page. The page itself contains nothing secret. Each call needs the page's key, which is
 * in a file that only the user of this computer can read.
 */
export async function ownApi(
  http: FastifyInstance,
  { spoolers, pairing, jobs }: ServiceParts,
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

  http.get("/own/state", options, async () => ({
    requests: pairing.pending(),
    sites: pairing.sites(),
    jobs: jobs
      .list()
      // The user has to decide about each unsure job, however old it is.
      .filter((j, i) => i < 100 || j.state === "unsure")
      .map(({ steps: _, key: __, ...job }) => ({ ...job, hasFile: jobs.journal.hasFile(job) })),
  }));
  http.get("/own/checks", options, async () => ({ checks: await selfCheck(spoolers, jobs, pairing) }));

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
  for (const action of ["reprint", "settle", "cancel"] as const)
    http.post<ById>(`/own/jobs/:id/${action}`, options, async (request) => {
      await jobs[action](request.params.id);
      return {};
    });
}
