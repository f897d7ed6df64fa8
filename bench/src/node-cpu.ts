import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** PostgreSQL server on this machine whose processor time is measured. */
export interface MeasuredServer {
  /** Address of the server (host:port). */
  readonly name: string;
  /** Process id of the postmaster, which starts all other processes of the server. */
  readonly postmaster: number;
}

/** Processor time of a clock tick of /proc, ms. The value is fixed on Linux (USER_HZ is 100). */
const tickMs = 10;

interface ProcessTimes {
  readonly parent: number;
  /** Time of the process itself, ticks. */
  readonly own: number;
  /** Time of its children that have ended, ticks. */
  readonly ended: number;
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined; // The process has ended.
  }
  // The name of the program, in parentheses, may contain spaces. The fields after it are numbered from 3 (proc(5)).
  const after = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (n: number) => Number(after[n - 3]);
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
}

/** Finds the postmaster of the server of a URL. The server must run on this machine. */
export async function measuredServer(url: string): Promise<MeasuredServer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const times = timesOf(rows[0]?.pid ?? 0);
    if (!times) throw new Error(`${url} does not run on this machine, so its processor time is unknown`);
    return { name: new URL(url).host, postmaster: times.parent };
  } finally {
    await client.end();
  }
}

/** Returns the process ids of a server: the first process and those that it has started. */
export function processesOf({ postmaster }: MeasuredServer): readonly string[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [String(postmaster), ...all.filter((pid) => timesOf(pid)?.parent === postmaster)];
}

/** Returns the processor time that all processes of each server have used so far, ms, by the name of the server. */
export function processorTimes(servers: readonly MeasuredServer[]): ReadonlyMap<string, number> {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const running = all.flatMap((pid) => timesOf(pid) ?? []);
  return new Map(
    servers.map(({ name, postmaster }) => {
      const { own = 0, ended = 0 } = timesOf(postmaster) ?? {};
      const children = running.filter((p) => p.parent === postmaster);
      return [name, (own + ended + children.reduce((sum, p) => sum + p.own, 0)) * tickMs];
    }),
  );
}
