import { randomBytes } from "node:crypto";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { buildHttp } from "../http/server.ts";
import { readConfig } from "../kernel/config.ts";
import { makeApp } from "../make-app.ts";
import { testDb } from "./database.ts";

/** A server for tests. Unlike the server of start.ts, it opens no port and runs no jobs, and tests set its clock. */
export interface TestServer {
  readonly app: App;
  readonly http: FastifyInstance;
  /** The server's current time, epoch ms. It stands still unless a test changes it. */
  readonly clock: { now: number };
}

/** Wednesday noon in Shanghai, epoch ms. The fixed time makes tests independent of the current date. */
export const noon = Date.parse("2026-05-20T04:00:00Z");

let made: Promise<TestServer> | undefined;

async function make(): Promise<TestServer> {
  const config = readConfig({
    ...process.env,
    LOG_LEVEL: process.env.TLOG ?? "silent",
    DEMO: "off",
    CAPTCHA_BYPASS_CODE: "test",
  });
  const clock = { now: noon };
  const now = () => clock.now;
  const app = makeApp(config, await testDb(), now);
  return { app, http: await buildHttp(app), clock };
}

/** Returns the server of this test worker, on an embedded database or on DATABASE_URL, with the clock set to noon. */
export async function withServer(): Promise<TestServer> {
  made ??= make();
  const server = await made;
  server.clock.now = noon;
  return server;
}

export interface TestAnswer<T = unknown> {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: T;
}

/** User of a test with an open session. */
export interface TestUser {
  readonly userId: string;
  readonly mitt: <T = unknown>(body: Record<string, unknown>) => Promise<TestAnswer<T>>;
  /** Runs a command. The test fails if the server refuses it. */
  readonly run: <T = unknown>(type: string, input?: Record<string, unknown>) => Promise<T>;
  /** Returns the rows of a named query. The test fails if the server refuses it. */
  readonly list: (
    menu: string,
    id: string,
    more?: Record<string, unknown>,
  ) => Promise<Record<string, unknown>[]>;
}

export async function logIn(s: TestServer, tenantId: number, userId: string): Promise<TestUser> {
  let token = await s.app.sessions.open(tenantId, userId, "PC", true, s.clock.now);
  const mitt = async <T>(body: Record<string, unknown>) => {
    const answer = await s.http.inject({
      method: "POST",
      url: "/mitt",
      headers: { [tokenHeader]: token },
      payload: body,
    });
    // From now on, uses the renewed token if the answer has one, as all clients do.
    const renewed = answer.headers[tokenHeader.toLowerCase()];
    if (typeof renewed === "string") token = renewed;
    return answer.json<TestAnswer<T>>();
  };
  const must = async <T>(body: Record<string, unknown>) => {
    const answer = await mitt<T>(body);
    if (answer.Code !== 0) throw new Error(`${JSON.stringify(body)} was refused: ${answer.Msg}`);
    return answer.ReturnData;
  };
  return {
    userId,
    mitt,
    run: (type, input) => must({ Type: type, InParams: input ?? {} }),
    async list(menu, id, more) {
      const body = { Type: "QueryByID", MENU_ID: menu, QueryID: id, Page: 1, Limit: 1000, ...more };
      return (await must<{ list: Record<string, unknown>[] }>(body)).list;
    },
  };
}

/** Returns a unique code. It is unique even if several test runs share a database. */
export const freshCode = (prefix: string) => `${prefix}${randomBytes(6).toString("hex")}`;

/** Returns a WhereStr (filter of a query) with one condition. */
export const where = (field: string, value: unknown, operator = "EQ") => ({
  WhereStr: [{ Field: field, ConditionalCode: operator, Value: value }],
});
