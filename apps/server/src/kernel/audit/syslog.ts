import { createSocket } from "node:dgram";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";

/** Receiver of syslog messages, from the setting SYSLOG_URL. */
export interface SyslogTarget {
  readonly protocol: "udp" | "tcp" | "tls";
  readonly host: string;
  readonly port: number;
}

const usualPorts = { udp: 514, tcp: 601, tls: 6514 } as const;
const timeoutMs = 10_000;

const isProtocol = (text: string): text is SyslogTarget["protocol"] => Object.hasOwn(usualPorts, text);

/** Parses SYSLOG_URL. Throws if it is not udp://host, tcp://host or tls://host, with or without a port. */
export function syslogTarget(text: string): SyslogTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocol = url?.protocol.slice(0, -1) ?? "";
  if (!url || !isProtocol(protocol) || url.hostname === "" || !/^\/?$/.test(url.pathname))
    throw new Error(`SYSLOG_URL must be udp://host:514, tcp://host:601 or tls://host:6514, not "${text}"`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { protocol, host, port: url.port === "" ? usualPorts[protocol] : Number(url.port) };
}

export interface SyslogMessage {
  readonly at: string;
  readonly isWarning: boolean;
  /** Kind of message: audit or anchor. */
  readonly id: string;
  readonly data: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** Facility 13 of RFC 5424: log audit. */
const facility = 13;
/**
 * Name of the structured data of a message (SD-ID), with an enterprise number. RFC 5612 reserves this number for
 * documents; the project has no enterprise number of its own.
 */
const dataId = "shotkeeper@32473";

const escaped = (value: string | number) =>
  String(value)
    .replace(/["\\\]]/g, "\\$&")
    .replace(/[\r\n]+/g, " ");
const name = (text: string) => text.replace(/[^\x21-\x7e]/g, "").slice(0, 255) || "-";

/** Returns a message in the form of RFC 5424. */
export function syslogText(m: SyslogMessage): string {
  const priority = facility * 8 + (m.isWarning ? 4 : 6);
  const data = Object.entries(m.data)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("");
  const head = `<${priority}>1 ${m.at} ${name(hostname())} shotkeeper ${process.pid} ${m.id}`;
  return `${head} [${dataId}${data}] \uFEFF${m.text}`;
}

/**
 * Sends messages to the receiver. TCP and TLS: resolves after the receiver's system has acknowledged all of them, so no
 * message is lost on the way. UDP: resolves when they are sent.
 */
export function sendSyslog(target: SyslogTarget, messages: readonly string[]): Promise<void> {
  return target.protocol === "udp" ? sendByUdp(target, messages) : sendByStream(target, messages);
}

async function sendByUdp({ host, port }: SyslogTarget, messages: readonly string[]): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? "udp6" : "udp4");
  // Ignores an error that belongs to no message. Without this handler, it would end the process.
  socket.on("error", () => {});
  try {
    for (const text of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(text, port, host, (cause) => (cause ? reject(cause) : resolve())),
      );
  } finally {
    socket.close();
  }
}

function sendByStream({ protocol, host, port }: SyslogTarget, messages: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket: Socket =
      protocol === "tls" ? connectTls({ host, port, ...named }) : connectTcp({ host, port });
    let isEnded = false;
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    socket.on("error", reject);
    socket.on("close", (hadError) => {
      if (!hadError && isEnded) resolve();
      else reject(new Error("the receiver closed the connection"));
    });
    socket.on("data", () => {});
    socket.on(protocol === "tls" ? "secureConnect" : "connect", () => {
      // Sends the length before each message (octet counting, RFC 6587 and RFC 5425).
      for (const text of messages) socket.write(`${Buffer.byteLength(text)} ${text}`);
      // Waits until the receiver closes its side. The receiver does so after it has read all messages.
      socket.end(() => {
        isEnded = true;
      });
    });
  });
}
