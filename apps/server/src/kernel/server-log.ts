import { type Logger, pino, stdTimeFunctions } from "pino";

/**
 * The server's log: one line per entry on standard output. LOG_FORMAT=json writes JSON objects with `time` (UTC),
 * `level`, `pid`, `msg` and further fields. LOG_FORMAT=text writes lines that people can read. If LOG_FORMAT is not
 * set, the server writes text to a terminal and otherwise JSON.
 */
const isText = (process.env.LOG_FORMAT || (process.stdout.isTTY ? "text" : "json")) === "text";

/** Fields of a line that its text form leaves out or shows elsewhere. */
const known = new Set(["time", "level", "pid", "msg", "event", "err"]);

/** Returns the text form of a line: time, level, message, and the fields that the message does not show. */
export function textLine(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown>;
  const { time, level, msg = "", err } = entry;
  const fields = Object.entries(entry)
    .filter(([name, value]) => !known.has(name) && !String(msg).includes(String(value)))
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const failure = err === undefined ? "" : `\n${stack ?? message ?? JSON.stringify(err)}`;
  return `${time} ${String(level).padEnd(5)} ${msg}${fields.join("")}${failure}\n`;
}

export const log: Logger = pino(
  {
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  { write: (line: string) => void process.stdout.write(isText ? textLine(line) : line) },
);

/** Writes lines that must be in the log at every LOG_LEVEL. */
export const always: Logger = log.child({}, { level: "info" });

/** Returns an error as a field of a log line. */
export const errField = (cause: unknown): { readonly err: Error } => ({
  err: cause instanceof Error ? cause : new Error(String(cause)),
});
