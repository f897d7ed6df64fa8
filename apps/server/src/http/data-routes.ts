import { Readable } from "node:stream";
import { type DataFormat, type DatasetName, dataFormat, dataset } from "@shotkeeper/contract/data-out";
import { errors, onWire } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { actorOf, viewFacts } from "./audit-hooks.ts";
import { authenticate, clientOf } from "./auth.ts";

interface Asked {
  readonly Params: { readonly dataset: string };
  readonly Querystring: { readonly from?: string; readonly to?: string; readonly format?: string };
}

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses a required instant with its zone, such as 2026-05-01T00:00:00+08:00, in the years 1970 to 2099. */
function instant(text: string | undefined, name: string): number {
  if (!text) throw errors.missingField(onWire(name));
  const at = pattern.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (!(at >= 0 && at < endOfTime)) throw errors.invalidField(onWire(name));
  return at;
}

const endOfTime = Date.UTC(2100, 0, 1);

/** Returns false for days such as 2026-02-30, which `Date.parse` would take for a day of March. */
const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/**
 * Registers GET /data/<dataset>: the rows of a range of time as one file, limited by the caller's rights and scope. The
 * file is sent while its rows are read. If reading fails, the server breaks the connection, so no client takes a
 * partial file for a complete one.
 */
export function dataRoutes(http: FastifyInstance, app: App): void {
  http.get<Asked>("/data/:dataset", async (request, reply) => {
    const ctx = await authenticate(app, request, reply);
    const { params, query } = request;
    const name = params.dataset as DatasetName;
    if (!Object.hasOwn(dataset.values, name)) throw errors.notFound();
    app.dataFiles.requireDataset(ctx, name);
    const format = (query.format ?? dataFormat.values.parquet) as DataFormat;
    if (!Object.hasOwn(dataFormat.values, format)) throw errors.invalidField(onWire("format"));
    const range = { from: instant(query.from, "from"), to: instant(query.to, "to") };
    if (range.to <= range.from) throw errors.invalidField(onWire("to"));
    const { tenantId } = ctx.who;
    await app.audit.record({
      ...actorOf(ctx.who),
      action: "export",
      target: name,
      key: format,
      client: clientOf(request),
      facts: {
        from: new Date(range.from).toISOString(),
        to: new Date(range.to).toISOString(),
        ...viewFacts(ctx.who),
      },
    });
    const release = await app.limits.exports.enter(tenantId);
    const chunks = app.dataFiles.encodeDataset(ctx, app.registry, { name, format, range });
    try {
      // Reads the first rows before the answer begins, so that an early failure gets an error answer. A CSV file begins
      // with a chunk that is only the header, so two chunks are read.
      const first = [await chunks.next(), await chunks.next()];
      const content = Readable.from(
        (async function* () {
          for (const { done, value } of first) if (!done) yield value;
          yield* chunks;
        })(),
      );
      content.on("close", release);
      return reply
        .headers({
          "content-type": app.dataFiles.mediaTypes[format],
          "content-disposition": `attachment; filename="${name}.${format}"`,
        })
        .send(content);
    } catch (cause) {
      release();
      throw cause;
    }
  });
}
