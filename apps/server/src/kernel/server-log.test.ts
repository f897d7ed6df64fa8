import { describe, expect, it, vi } from "vitest";
import { errField, log, textLine } from "./server-log.ts";

const line = (fields: object) =>
  `${JSON.stringify({ time: "2026-05-20T04:00:00.000Z", level: "info", pid: 7, ...fields })}\n`;

describe("a line of the log", () => {
  it("is readable in a terminal: time, level, message, and the fields that the message does not show", () => {
    expect(
      textLine(line({ event: "serving", address: "http://a:1", msg: "serving at http://a:1", n: 3 })),
    ).toBe("2026-05-20T04:00:00.000Z info  serving at http://a:1 n=3\n");
  });

  it("ends with the stack of its error", () => {
    const err = { type: "Error", message: "m", stack: "Error: m\n    at x" };
    expect(textLine(line({ level: "error", msg: "job failed", err }))).toMatch(
      /error job failed\nError: m\n {4}at x\n$/,
    );
  });

  it("is one JSON object for programs, also with an error whose text has several lines", () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    log.error(errField(new Error("two\nlines")), "failed");
    const text = String(write.mock.calls.at(-1)?.[0]);
    write.mockRestore();
    expect(text.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({
      level: "error",
      msg: "failed",
      pid: process.pid,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      err: { message: "two\nlines" },
    });
  });
});
