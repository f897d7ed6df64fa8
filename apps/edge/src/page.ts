import { createServer, type IncomingMessage, type Server } from "node:http";
import type { GatewayState } from "./gateway.ts";
import { textsFor } from "./page-texts.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => entities[c] ?? c);

const css = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:960px;padding:16px}
h1{font-size:20px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}
dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:6px 8px;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.bad{color:light-dark(#b42318,#ff8a80)}.good{color:light-dark(#1a7f37,#7ee2a8)}`;

/** Returns the status page. It shows no secret, because any user of this computer can open it. */
export function pageOf(state: GatewayState, accepted: string | undefined): string {
  const { lang, t } = textsFor(accepted);
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "short", timeStyle: "medium" });
  const whole = new Intl.NumberFormat(lang);
  const at = (ms: number | null) => (ms === null ? t.never : time.format(ms));
  const row = (name: string, value: string, tone = "") =>
    `<dt>${escaped(name)}</dt><dd class="${tone}">${escaped(value)}</dd>`;
  const textOf = (s: GatewayState["sources"][number]) =>
    s.error === null ? t[s.state] : `${t[s.state]}: ${s.error}`;
  const outcomes = Object.entries(state.outcomes).map(([name, n]) => `${name} ${whole.format(n)}`);
  const sources = state.sources.map(
    (s) => `<tr><td>${escaped(s.sourceId)}</td>
<td class="${s.state === "reading" ? "good" : "bad"}">${escaped(textOf(s))}</td>
<td class="n">${s.count === null ? "" : whole.format(s.count)}</td>
<td class="n">${s.counters === null ? "" : whole.format(s.counters)}</td>
<td>${escaped(at(s.readAt))}</td></tr>`,
  );
  const head = (name: string, tone = "") => `<th class="${tone}">${escaped(name)}</th>`;
  const heads = [
    head(t.source),
    head(t.state),
    head(t.count, "n"),
    head(t.counters, "n"),
    head(t.readAt),
  ].join("");
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(t.title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="5">
<style>${css}</style></head><body><h1>${escaped(t.title)} ${escaped(state.version)}</h1><dl>
${state.trouble === null ? row(t.trouble, t.fine, "good") : row(t.trouble, state.trouble, "bad")}
${state.isActive ? "" : row(t.state, t.inactive, "bad")}
${row(t.product, state.url)}${row(t.exchanged, at(state.exchangedAt))}${row(t.sent, at(state.lastSentAt))}
${row(t.backlog, whole.format(state.backlog))}${state.oldestAt === null ? "" : row(t.oldest, at(state.oldestAt))}
${outcomes.length === 0 ? "" : row(t.outcomes, outcomes.join(", "))}
${state.lastReason === null ? "" : row(t.reason, state.lastReason)}
${state.damaged === 0 ? "" : row(t.damaged, whole.format(state.damaged), "bad")}
${state.clockLeadMs === 0 ? "" : row(t.clock, `${Math.round(state.clockLeadMs / 1000)} s`, "bad")}</dl>
${
  sources.length === 0
    ? `<p>${escaped(t.none)}</p>`
    : `<div class="wide"><table><thead><tr>${heads}</tr></thead>
<tbody>${sources.join("")}</tbody></table></div>`
}</body></html>`;
}

/**
 * Returns true if the Host header is a local name. This prevents DNS rebinding: another site can make its name resolve
 * to this computer, but its pages then send that name in the Host header.
 */
const isLocal = ({ headers }: IncomingMessage) =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? "");

/** Returns the server of the status page: `/` for people, `/status.json` for programs. */
export function pageServer(stateOf: () => GatewayState | undefined): Server {
  return createServer((request, response) => {
    const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
    if (!isLocal(request)) return response.writeHead(403, headers).end();
    if (request.method !== "GET") return response.writeHead(405, headers).end();
    const state = stateOf();
    // The state is missing at first, because the gateway claims the port of this page before it opens its journal.
    if (!state) return response.writeHead(503, headers).end("Starting");
    if (request.url === "/status.json")
      return response
        .writeHead(200, { ...headers, "content-type": "application/json" })
        .end(JSON.stringify(state));
    if (request.url !== "/") return response.writeHead(404, headers).end();
    return response
      .writeHead(200, {
        ...headers,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      })
      .end(pageOf(state, request.headers["accept-language"]));
  });
}
