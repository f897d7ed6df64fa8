import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { canPrintAgain } from "./jobs.ts";
import type { Job } from "./journal.ts";
import { Refusal, say, told } from "./messages.ts";
import { ownApi } from "./own-api.ts";
import type { ServiceParts } from "./parts.ts";
import { readForm } from "./print-form.ts";
import { allPrinters, findPrinter, type Reachable, type Sheet } from "./printers/printer.ts";

const mostBytes = 50 * 1024 * 1024;
/** Maximum number of uploads at the same time. Each upload is in memory, and may be as large as `mostBytes`. */
const mostUploads = 4;
/** Maximum number of uploads of one origin, so that a site with slow uploads does not block the others. */
const mostUploadsOfOrigin = 3;

const languageOf = (r: FastifyRequest) => r.headers["accept-language"];

/** Builds the HTTP API through which web pages of paired origins print on this computer. */
export async function buildService(parts: ServiceParts): Promise<FastifyInstance> {
  const { spoolers, pairing, jobs } = parts;
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
    // An origin that is not paired may do nothing but ask for pairing.
    const path = request.url.split("?")[0] ?? "";
    const isAsking = path === "/pair" || path.startsWith("/pair/");
    // Reserves the service's own page for the service's own origin. Even a paired origin may not use it.
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
    // Does not log an upload that broke because the page was closed (ECONNRESET): this is no fault of the service.
    if (status >= 500 && error.code !== "ECONNRESET") console.error(error);
    return reply.status(status).send({ message: error.message });
  });

  await http.register(ownApi, parts);

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
    // Accepts a token only from pages of the origin that got the token. So a program that sends no origin is refused.
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
  http.get("/printers", options, async (request) => ({
    printers: (await allPrinters(spoolers)).map(({ spooler, message, ...p }) => ({
      formats: spooler.formats,
      ...p,
      ...(message !== undefined && { message: told(languageOf(request), message) }),
    })),
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
  // `wait`: milliseconds for which the answer may wait for the end of the job, so that a page need not ask often.
  const wait = { type: "integer", minimum: 0, maximum: 1000, default: 0 };
  const waiting = { ...options, schema: { querystring: { type: "object", properties: { wait } } } };
  interface Waiting {
    Params: { id: string };
    Querystring: { wait: number };
  }
  http.get<Waiting>("/jobs/:id", waiting, async (request) => {
    if (request.query.wait > 0) await jobs.untilEnd(ownJob(request).id, request.query.wait);
    return outward(ownJob(request), languageOf(request));
  });
  for (const action of ["settle", "cancel"] as const)
    http.post<{ Params: { id: string } }>(`/jobs/:id/${action}`, options, async (request) =>
      outward(await jobs[action](ownJob(request).id), languageOf(request)),
    );
  interface Reprint {
    Params: { id: string };
    Querystring: { reprints?: string };
  }
  http.post<Reprint>("/jobs/:id/reprint", options, async (request) => {
    const { reprints } = request.query;
    const { id } = ownJob(request);
    const job = await jobs.reprint(id, reprints === undefined ? undefined : Number(reprints));
    return outward(job, languageOf(request));
  });

  /** Origins of the uploads that are running now, one entry for each upload. */
  const uploads: string[] = [];
  const print = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin = "" } = request.headers;
    const isFull = uploads.length >= mostUploads;
    if (isFull || uploads.filter((o) => o === origin).length >= mostUploadsOfOrigin)
      throw new Refusal(503, "tooMany");
    uploads.push(origin);
    // Counts the upload until its job is stored. The number of uploads is limited, because each file is in memory until
    // then.
    const job = await stored(request, origin).finally(() => uploads.splice(uploads.indexOf(origin), 1));
    return reply.status(202).send({ jobId: job.id, state: job.state });
  };
  // Returns the printer for a request that names none: the default printer, or else the only suitable printer. For
  // label files (ZPL, ESC/POS), the printers that declare this format are suitable: the thermal printers. For other
  // files, all printers without declared formats are suitable.
  const onlyPrinter = async (type: Sheet["type"]): Promise<Reachable | undefined> => {
    const printers = await allPrinters(spoolers);
    const isLabel = type === "zpl" || type === "escpos";
    const candidates = printers.filter((p) => (isLabel ? p.formats?.includes(type) : !p.formats));
    return printers.find((p) => p.isDefault) ?? (candidates.length === 1 ? candidates[0] : undefined);
  };
  const stored = async (request: FastifyRequest, origin: string): Promise<Job> => {
    const { bytes, sheet, identity } = await readForm(request);
    const known = identity.key === undefined ? undefined : await jobs.find(origin, identity.key);
    // Answers a repeated request before the checks below. The checks would refuse a job that is already accepted, for
    // example because its printer has no paper now.
    if (known && !(identity.again && canPrintAgain(known)))
      return jobs.add({ ...sheet, printer: sheet.printer || known.printer }, bytes, { origin, ...identity });
    if (jobs.isFull(origin)) throw new Refusal(503, "tooMany");
    const printer = sheet.printer
      ? await findPrinter(spoolers, sheet.printer)
      : await onlyPrinter(sheet.type);
    if (!printer && sheet.printer) throw new Refusal(404, "noPrinter", sheet.printer);
    if (!printer) throw new Refusal(409, "noDefault");
    const { name, formats, width } = printer;
    if (formats && !formats.includes(sheet.type)) {
      const names = formats.map((f) => (f === "escpos" ? "ESC/POS" : f.toUpperCase()));
      throw new Refusal(415, "formatOfPrinter", name, names.join(", "));
    }
    if (!formats && !printer.spooler.formats.includes(sheet.type)) throw new Refusal(415, "formatRefused");
    if (width !== undefined && sheet.pageWidth > width)
      throw new Refusal(400, "tooWide", String(sheet.pageWidth), name, String(width));
    // Refuses the request before a job is created. The page then keeps its labels and asks the user to try again.
    if (printer.state === "stopped") {
      const message = told(languageOf(request), printer.message ?? "stopped");
      throw new Refusal(409, "offline", name, message);
    }
    if (jobs.isPrinterFull(name)) throw new Refusal(503, "printerFull", name);
    return jobs.add({ ...sheet, printer: name }, bytes, { origin, ...identity });
  };
  http.post("/print", options, print);
  // Also accepts jobs at the root path, because the administration application posts there instead of to /print.
  http.post("/", options, print);
  return http;
}

/** Returns the fields of a job for pages, with the message in the user's language. */
function outward(job: Job, language: string | undefined) {
  const { id, at, printer, jobName, copies, key, labels, reprints, state, steps } = job;
  const reason = job.message === undefined ? undefined : told(language, job.message);
  const messages: Partial<Record<Job["state"], string>> = {
    failed: say(language, "failed", [reason ?? ""]),
    cancelled: say(language, "cancelled"),
    unsure: [reason, say(language, "unsure")].filter(Boolean).join(" · "),
  };
  const message = messages[state] ?? reason;
  return {
    id,
    at,
    printer,
    jobName,
    copies,
    key,
    labels,
    reprints,
    state,
    steps,
    ...(message !== undefined && { message }),
  };
}
