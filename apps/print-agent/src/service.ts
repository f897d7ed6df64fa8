import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Jobs, Reachable } from "./jobs.ts";
import { Refusal, say } from "./messages.ts";
import { statusPage } from "./page.ts";
import type { Pairing } from "./pairing.ts";
import { readForm } from "./print-form.ts";
import type { Spooler } from "./printers/printer.ts";

export interface ServiceParts {
  readonly spoolers: readonly Spooler[];
  readonly pairing: Pairing;
  readonly jobs: Jobs;
}

const mostBytes = 50 * 1024 * 1024;

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
  const http = fastify({ logger: false, bodyLimit: 4096, forceCloseConnections: true });
  await http.register(multipart, { limits: { fileSize: mostBytes, files: 1, fields: 10, fieldSize: 1000 } });

  http.addHook("onRequest", async (request, reply) => {
    // Prevents DNS rebinding: an attacker may make a host name resolve to this computer. So the Host header must be a
    // local name.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ""))
      return reply.status(421).send({ message: "Not a name of this computer" });
    const { origin } = request.headers;
    reply.header("cache-control", "no-store").header("vary", "Origin");
    if (origin === undefined) return;
    // An origin that is not paired may only call /pair.
    const path = request.url.split("?")[0];
    if (path !== "/pair" && !pairing.knows(origin)) {
      if (request.method === "OPTIONS") return reply.status(403).send();
      throw new Refusal(403, "notPaired");
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
    if (error instanceof Refusal)
      return reply
        .status(error.status)
        .send({ code: error.key, message: say(language, error.key, error.args) });
    if (error.code === "ENOSPC" || error.code === "EDQUOT")
      return reply.status(507).send({ code: "diskFull", message: say(language, "diskFull") });
    if (error.code === "FST_REQ_FILE_TOO_LARGE")
      return reply.status(413).send({ code: "tooLarge", message: say(language, "tooLarge") });
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.status(status).send({ message: error.message });
  });

  http.get("/", (_, reply: FastifyReply) =>
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(statusPage(pairing.code, jobs.list().slice(0, 20))),
  );

  http.post<{ Body: { code?: unknown } }>("/pair", async (request) => {
    const { origin } = request.headers;
    if (origin === undefined || origin === "null") throw new Refusal(403, "noOrigin");
    const token = pairing.pair(origin, String(request.body?.code ?? "").trim());
    if (token !== undefined) return { token };
    // Delays the refusal, to slow down an attacker who guesses the code.
    await new Promise((resolve) => setTimeout(resolve, 300));
    throw new Refusal(403, "wrongCode");
  });

  const allowed = async (request: FastifyRequest) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (!token || !pairing.allows(request.headers.origin, token)) throw new Refusal(401, "notPaired");
  };

  const options = { onRequest: allowed };
  http.get("/status", options, async () => ({
    name: "Shotkeeper print service",
    formats: [...new Set(spoolers.flatMap((s) => s.formats))],
  }));
  http.get("/printers", options, async () => ({
    printers: (await allPrinters(spoolers)).map(({ spooler, ...p }) => ({ ...p, formats: spooler.formats })),
  }));
  http.get("/jobs", options, async () => ({ jobs: jobs.list().map(outward) }));
  http.get<{ Params: { id: string } }>("/jobs/:id", options, async (request) => {
    const job = jobs.get(request.params.id);
    if (!job) throw new Refusal(404, "noJob");
    const answer = outward(job);
    return answer.state === "failed"
      ? { ...answer, message: say(languageOf(request), "failed", [answer.message ?? ""]) }
      : answer;
  });

  const print = async (request: FastifyRequest, reply: FastifyReply) => {
    if (jobs.isFull) throw new Refusal(503, "tooMany");
    const { bytes, sheet } = await readForm(request);
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
    const job = await jobs.add({ ...sheet, printer: printer.name }, bytes);
    return reply.status(202).send({ jobId: job.id, state: job.state });
  };
  http.post("/print", options, print);
  // The administration application posts to the root path instead of /print.
  http.post("/", options, print);
  return http;
}

function outward({ id, at, printer, jobName, copies, state, message }: ReturnType<Jobs["list"]>[number]) {
  return { id, at, printer, jobName, copies, state, ...(message !== undefined && { message }) };
}
