import { codes } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { spendCaptcha } from "../kernel/auth/captcha.ts";
import { ok } from "./envelope.ts";
import { captchaOf, optionalText, text } from "./login-fields.ts";

/** Registers the calls by which users reset a forgotten password: GET and POST /login/forgot, POST /login/reset. */
export function passwordRoutes(http: FastifyInstance, app: App): void {
  http.get("/login/forgot", async (_request, reply) =>
    ok(reply, codes.fetched, JSON.stringify({ AVAILABLE: app.passwordResets.isAvailable ? "Y" : "N" })),
  );

  // Gives the same answer whether the user exists or not, so that nobody learns which users exist.
  http.post("/login/forgot", async (request, reply) => {
    const b = request.body;
    const asked = {
      tenantCode: text(b, "TENANT_ID"),
      userId: text(b, "USER_ID"),
      language: optionalText(b, "LANGUAGE") ?? "",
      address: request.ip,
    };
    await spendCaptcha(app.db, app.now(), captchaOf(b), app.config.captchaBypass);
    await app.passwordResets.ask(asked, app.now());
    return ok(reply, codes.done);
  });

  http.post("/login/reset", async (request, reply) => {
    const b = request.body;
    const token = text(b, "RESET_TOKEN");
    const found = await app.passwordResets.complete(token, text(b, "NEW_PASSWORD"), app.now());
    const data = { TENANT_ID: found.tenantCode, USER_ID: found.userId, deviceToken: found.deviceToken };
    return ok(reply, codes.done, JSON.stringify(data));
  });
}
