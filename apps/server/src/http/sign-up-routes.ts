import { join } from "node:path";
import {
  AppError,
  codes,
  decodeRow,
  encodeOutput,
  errors,
  isMessage,
  onWire,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import { applicationFacts, maxLicenceBytes, signUpFields } from "@shotkeeper/contract/shop";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import {
  beginCorrection,
  beginSignUp,
  type Company,
  type Licence,
  ownApplication,
  storeCorrection,
  storeSignUp,
} from "../kernel/auth/sign-up.ts";
import { isGuest } from "../kernel/ctx.ts";
import { FileStore } from "../kernel/files/file-store.ts";
import { safeName } from "../kernel/files/file-types.ts";
import { authenticateOrGuest, clientOf } from "./auth.ts";
import { ok } from "./envelope.ts";
import { partsOf } from "./form-parts.ts";
import { captchaOf, text } from "./login-fields.ts";

const longestValue = 2000;
const { toWire } = wireIndex(signUpFields);

/** Decodes the company of a form. Spaces around a value are removed. Throws with the name of an invalid field. */
function companyOf(form: Readonly<Record<string, string>>): Company {
  const row = Object.fromEntries([...toWire.values()].map((wire) => [wire, form[wire]?.trim()]));
  return decodeRow(row, signUpFields, { mode: "insert" }) as Company;
}

/**
 * Reads a form with texts and one picture. `check` gets the texts before the picture is stored, so that a refused form
 * costs no space. The form must send its texts before the picture.
 */
async function readForm<T>(
  app: App,
  store: FileStore,
  request: FastifyRequest,
  check: (
    form: Readonly<Record<string, string>>,
  ) => Promise<{ readonly tenantId: number; readonly found: T }>,
  finish: (found: T, licence: Licence | undefined) => Promise<void>,
): Promise<void> {
  if (!request.isMultipart()) throw errors.unsupportedMediaType();
  const form: Record<string, string> = {};
  const limits = { fileSize: maxLicenceBytes, files: 1, fields: 20, fieldSize: longestValue };
  for await (const part of partsOf(request, { limits })) {
    if (part.type === "field") {
      if (part.valueTruncated) throw errors.invalidField(onWire(part.fieldname.slice(0, 60)));
      form[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== "LICENCE") throw errors.unknownField(onWire(part.fieldname.slice(0, 60)));
    const { tenantId, found } = await check(form);
    const space = await app.storage.reserve(tenantId);
    let licence: Licence | undefined;
    let isStored = false;
    let isWriting = false;
    try {
      const name = safeName(part.filename ?? "");
      licence = { ...(await store.write(tenantId, name, part.file, space.take)), name };
      if (part.file.truncated) throw errors.requestTooLarge();
      if (!licence.type.mediaType.startsWith("image/")) throw errors.fileTypeNotAllowed();
      isWriting = true;
      await finish(found, licence);
      isStored = true;
    } catch (cause) {
      // Keeps the file if the connection to the database broke, because the row of the file may be committed. Without a
      // row, `removeStray` removes the file later.
      isStored = isWriting && cause instanceof AppError && isMessage(cause, "databaseUnavailable");
      throw cause;
    } finally {
      if (licence && !isStored) await store.remove(tenantId, licence.id);
      space.end(isStored);
    }
    return;
  }
  const { found } = await check(form);
  await finish(found, undefined);
}

/**
 * Registers the calls by which a company signs up in a shop: POST /shop/sign-up, and for the company's applicant POST
 * /shop/application and POST /shop/application/correct.
 */
export function signUpRoutes(http: FastifyInstance, app: App): void {
  const store = new FileStore(join(app.config.dataDir, "files"));

  http.post<{ Querystring: { tenant?: string } }>("/shop/sign-up", async (request, reply) => {
    const { who } = await authenticateOrGuest(app, request, reply, request.query.tenant);
    if (!isGuest(who)) throw errors.forbidden();
    const { tenantId } = who;
    const now = app.now();
    let userId = "";
    await readForm(
      app,
      store,
      request,
      async (form) => {
        const signUp = { tenantId, company: companyOf(form), client: clientOf(request) };
        const proof = { password: text(form, "PASSWORD", 200), captcha: captchaOf(form) };
        const hash = await beginSignUp(app.db, { ...signUp, ...proof }, now, app.config.captchaBypass);
        return { tenantId, found: { signUp, hash } };
      },
      async ({ signUp, hash }, licence) => {
        if (!licence) throw errors.missingField(onWire("LICENCE"));
        userId = await storeSignUp(app.db, signUp, hash, licence, now);
      },
    );
    return ok(reply, codes.added, JSON.stringify({ TENANT_ID: who.tenantCode, USER_ID: userId }));
  });

  http.post("/shop/application", async (request, reply) => {
    const found = await ownApplication(app.db, text(request.body, "TICKET"), app.now());
    return ok(reply, codes.fetched, JSON.stringify(encodeOutput({ ...found }, applicationFacts)));
  });

  http.post("/shop/application/correct", async (request, reply) => {
    const now = app.now();
    await readForm(
      app,
      store,
      request,
      async (form) => {
        const own = await ownApplication(app.db, text(form, "TICKET"), now);
        const correction = { company: companyOf(form), client: clientOf(request) };
        await beginCorrection(app.db, own, correction, now);
        return { tenantId: own.tenantId, found: { own, correction } };
      },
      ({ own, correction }, licence) => storeCorrection(app.db, own, correction, licence, now),
    );
    return ok(reply, codes.updated);
  });
}
