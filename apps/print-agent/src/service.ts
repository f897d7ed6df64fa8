import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Reachable } from "./jobs.ts";
import type { Job } from "./journal.ts";
import { Refusal, say } from "./messages.ts";
import { ownApi, type ServiceParts } from "./own-api.ts";
import { readForm } from "./print-form.ts";
import type { Spooler } from "./printers/printer.ts";

const mostBytes = 50 * 1024 * 1024;
/** Uploads at the same time. Each takes up to `mostBytes` of memory. */
const mostUploads = 4;

const languageOf = (r: FastifyRequest) => r.headers["accept-language"];

/** Returns the printers of all spoolers. A spooler that fails is left out; the other printers are still returned. */
export async function allPrinters(spoolers: readonly Spooler[]): Promise<Reachable[]> {
  const lists = await Promise.allSettled(spoolers.map((s) => s.printers()));
  return lists.flatMap((l, i) => {
    const spooler = spoolers[i];
    return l.status === "fulfilled" && spooler ? l.value.map((p) => ({ ...p, spooler })) : [];
  });
}

/** Builds the HTTP API through which web pages of paired origins print on this computer. */
export async function buildService({ spoolers, pairing, jobs }: ServiceParts): Promise<FastifyInstance> {
  const http = fastify({
    logger: false,
    bodyLimit: 4096,
    forceCloseConnections: true,
    requestTimeout: 120_000,
  });
  await http.register(multipart, {
    limits: { fileSize: mostBytes, files: 1, fields: 12, fieldSize: 50_000 },
  });

  http.addHook("onRequest", async (request, reply) => {
    // Prevents DNS rebinding: an attacker may make a host name resolve to this computer. So the Host header must be a
    // local name.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return reply.status(421).send({ message: "Not a name of this computer" });
    const { origin, host } = request.headers;
    reply.header("cache-control", "no-store").header("vary", "Origin");
    if (origin === undefined || origin === `http://${host}`) return;
    // An origin that is not paired may only ask for pairing.
    const path = request.url.split("?")[0] ?? "";
    const isAsking = path === "/pair" || path.startsWith("/pair/");
    // No other origin may use the service's own page, not even a paired one.
    const isOwn = path.startsWith("/own/") || (path === "/" && request.method === "GET");
    if (isOwn || (!isAsking && !pairing.knows(origin))) {
      if (request.method === "OPTIONS") return reply.status(403).send();
      throw new Refusal(403, isOwn ? "ownPageOnly" : "notPaired");
    }
    reply.header("access-control-allow-origin", origin);
    if (request.method === "OPTIONS")
      return reply
        .header("access-control-allow-methods", "GET, POST")
        .header("access-control-allow-headers", "authorization, content-type")
        .header("access-control-allow-private-network", "true")
        .header("access-control-max-age", "600")
        .status(204)
        .send();
  });

  http.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const language = languageOf(request);
    if (error instanceof Refusal) {
      if (error.status === 429) reply.header("retry-after", error.args[0] ?? "1");
      return reply
        .status(error.status)
        .send({ code: error.key, message: say(language, error.key, error.args) });
    }
    if (error.code === "ENOSPC" || error.code === "EDQUOT")
      return reply.status(507).send({ code: "diskFull", message: say(language, "diskFull") });
    if (error.code === "FST_REQ_FILE_TOO_LARGE")
      return reply.status(413).send({ code: "tooLarge", message: say(language, "tooLarge") });
    const status = error.statusCode ?? 500;
    // A page that is closed during an upload is no fault of the service.
    if (status >= 500 && error.code !== "ECONNRESET") console.error(error);
    return reply.status(status).send({ message: error.message });
  });

  await http.register(ownApi, { spoolers, pairing, jobs });

  const originOf = ({ headers: { origin } }: FastifyRequest): string => {
    if (origin === undefined || origin === "null") throw new Refusal(403, "noOrigin");
    return origin;
  };

  http.post("/pair", async (request, reply) => {
    const asked = pairing.ask(originOf(request));
    if ("waitMs" in asked) throw new Refusal(429, "tooSoon", String(Math.ceil(asked.waitMs / 1000)));
    return reply.status(202).send({ request: asked.secret, check: asked.check });
  });
  http.get<{ Params: { request: string } }>("/pair/:request", async (request) => {
    const answer = pairing.answerTo(originOf(request), request.params.request);
    if (answer === undefined) throw new Refusal(404, "noRequest");
    return typeof answer === "string" ? { state: answer } : { state: "approved", token: answer.token };
  });

  const allowed = async (request: FastifyRequest) => {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const { origin } = request.headers;
    // A token is valid in pages of its origin only. A program that sends no origin is refused.
    if (origin === undefined || token === "") throw new Refusal(401, "notPaired");
    const answer = pairing.check(origin, token);
    if (answer === "wrong") throw new Refusal(401, "notPaired");
    if (answer !== "right") throw new Refusal(429, "tooSoon", String(Math.ceil(answer.waitMs / 1000)));
  };

  const options = { onRequest: allowed };
  http.get("/status", options, async () => ({
    name: "Shotkeeper print service",
    formats: [...new Set(spoolers.flatMap((s) => s.formats))],
  }));
  http.get("/printers", options, async () => ({
    printers: (await allPrinters(spoolers)).map(({ spooler, ...p }) => ({ ...p, formats: spooler.formats })),
  }));
  // A page sees and changes only the jobs of its own origin.
  const ownJob = (request: FastifyRequest<{ Params: { id: string } }>): Job => {
    const job = jobs.get(request.params.id);
    if (!job || job.origin !== request.headers.origin) throw new Refusal(404, "noJob");
    return job;
  };
  http.get("/jobs", options, async (request) => ({
    jobs: jobs
      .list()
      .filter((j) => j.origin === request.headers.origin)
      .map((j) => outward(j, languageOf(request))),
  }));
  http.get<{ Params: { id: string } }>("/jobs/:id", options, async (request) =>
    outward(ownJob(request), languageOf(request)),
  );
  for (const action of ["reprint", "settle", "cancel"] as const)
    http.post<{ Params: { id: string } }>(`/jobs/:id/${action}`, options, async (request) =>
      outward(await jobs[action](ownJob(request).id), languageOf(request)),
    );

  let uploads = 0;
  const print = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin = "" } = request.headers;
    if (jobs.isFull(origin) || uploads >= mostUploads) throw new Refusal(503, "tooMany");
    uploads++;
    // The file is in the memory until its job is stored.
    const job = await stored(request, origin).finally(() => uploads--);
    return reply.status(202).send({ jobId: job.id, state: job.state });
  };
  const stored = async (request: FastifyRequest, origin: string): Promise<Job> => {
    const { bytes, sheet, identity } = await readForm(request);
    const printers = await allPrinters(spoolers);
    const printer = sheet.printer
      ? printers.find((p) => p.name === sheet.printer)
      : (printers.find((p) => p.isDefault) ?? (printers.length === 1 ? printers[0] : undefined));
    if (!printer && sheet.printer) throw new Refusal(404, "noPrinter", sheet.printer);
    if (!printer) throw new Refusal(409, "noDefault");
    if (!printer.spooler.formats.includes(sheet.type)) throw new Refusal(415, "formatRefused");
    // Refuses the request before a job is created. The page then keeps its labels and asks the user to try again.
    if (printer.state === "stopped")
      throw new Refusal(409, "offline", printer.name, printer.message ?? "stopped");
    return jobs.add({ ...sheet, printer: printer.name }, bytes, { origin, ...identity });
  };
  http.post("/print", options, print);
  // The administration application posts to the root path instead of /print.
  http.post("/", options, print);
  return http;
}

/** Returns the fields of a job for pages, with the message in the user's language. */
function outward(job: Job, language: string | undefined) {
  const { id, at, printer, jobName, copies, key, labels, state, steps } = job;
  const messages: Partial<Record<Job["state"], string>> = {
    failed: say(language, "failed", [job.message ?? ""]),
    cancelled: say(language, "cancelled"),
    unsure: say(language, "unsure"),
  };
  const message = messages[state] ?? job.message;
  return {
    id,
    at,
    printer,
    jobName,
    copies,
    key,
    labels,
    state,
    steps,
    ...(message !== undefined && { message }),
  };
}
