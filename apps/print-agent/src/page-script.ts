import type { Job } from "./journal.ts";
import type { PageTexts } from "./page-texts.ts";
import type { Request, Site } from "./pairing.ts";
import type { NetworkPrinter } from "./printers/network-list.ts";
import type { Check } from "./self-check.ts";

interface State {
  readonly requests: readonly Request[];
  readonly sites: readonly Site[];
  readonly network: readonly NetworkPrinter[];
  readonly jobs: readonly (Job & { readonly hasFile: boolean })[];
}

/**
 * Script of the service's own page. The page contains the source text of this function, so it uses nothing from outside
 * its body. The page's key arrives in the hash of the address and is stored in the browser (localStorage).
 */
export function runPage(t: PageTexts, locale: string): void {
  const given = location.hash.slice(1);
  if (given !== "") {
    localStorage.setItem("key", given);
    history.replaceState(null, "", "/");
  }
  const main = document.querySelector("main") as HTMLElement;
  let checks: readonly Check[] | undefined;
  let shown = "";

  const element = (name: string, content: string | readonly (Node | string)[] = "", css = "") => {
    const e = document.createElement(name);
    if (css !== "") e.className = css;
    e.append(...(typeof content === "string" ? [content] : content));
    return e;
  };
  const call = async (path: string, body?: object) => {
    const headers: Record<string, string> = { "x-page-key": localStorage.getItem("key") ?? "" };
    if (body) headers["content-type"] = "application/json";
    const answer = await fetch(`/own/${path}`, {
      method: path === "state" || path === "checks" ? "GET" : "POST",
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (answer.status === 403 || answer.status === 429) throw new Error("key");
    if (!answer.ok) alert(json.message);
    return json;
  };
  const button = (label: string, path: string, more: { body?: object; sure?: string; css?: string } = {}) => {
    const b = element("button", label, more.css);
    b.onclick = async () => {
      if (more.sure !== undefined && !confirm(more.sure)) return;
      await call(path, more.body).catch(() => {});
      void refresh();
    };
    return b;
  };
  const table = (titles: readonly string[], rows: readonly (readonly (Node | string)[])[]) => {
    const head = element(
      "tr",
      titles.map((title) => element("th", title)),
    );
    const body = rows.map((row) =>
      element(
        "tr",
        row.map((cell, i) => {
          const td = element("td", [cell]);
          td.dataset.title = titles[i] ?? "";
          return td;
        }),
      ),
    );
    return element("table", [element("thead", [head]), element("tbody", body)]);
  };
  const time = (at: string) => new Date(at).toLocaleString(locale);

  function requestCard(r: Request) {
    const who = element("p", [element("strong", r.origin), ` ${t.wants}`]);
    const check = element("p", [t.check, element("b", r.check, "check")]);
    const approve = button(t.approve, `requests/${r.id}/approve`, { css: "primary" });
    return element(
      "div",
      [who, check, element("p", [approve, button(t.refuse, `requests/${r.id}/refuse`)])],
      "card",
    );
  }
  function actions(j: State["jobs"][number]) {
    const path = (action: string) => `jobs/${j.id}/${action}`;
    const list: Node[] = [];
    const isOver = j.state === "done" || j.state === "failed" || j.state === "cancelled";
    if (j.state === "unsure") list.push(button(t.settle, path("settle")));
    if ((isOver || j.state === "unsure") && j.hasFile)
      list.push(button(t.reprint, path("reprint"), j.state === "failed" ? {} : { sure: t.reprintSure }));
    if (j.state === "waiting" || j.state === "printing") list.push(button(t.cancel, path("cancel")));
    return element("span", list, "actions");
  }
  function jobRow(j: State["jobs"][number]) {
    const state = element("span", t.states[j.state], `state ${j.state}`);
    const message = j.message ? [state, element("small", j.message)] : [state];
    const labels = element("span", j.labels.length > 0 ? String(j.labels.length) : "");
    labels.title = j.labels.join("\n");
    return [
      time(j.at),
      element("span", [j.jobName, element("small", j.origin)]),
      labels,
      j.printer,
      element("span", message),
      actions(j),
    ];
  }

  /**
   * Form that adds a printer. The form exists once and stays in place when the parts around it are redrawn. So the
   * focus and the typed texts are kept.
   */
  const printerForm = (() => {
    const field = (name: "name" | "host" | "port" | "dpi" | "width", value: string) => {
      const input = document.createElement("input");
      Object.assign(input, {
        name,
        // After a reset of the form, the field shows this value.
        defaultValue: value,
        required: true,
        size: name === "name" || name === "host" ? 18 : 6,
      });
      if (name !== "name" && name !== "host") input.inputMode = "numeric";
      return element("label", [t.fields[name], input]);
    };
    const language = document.createElement("select");
    language.name = "language";
    language.append(new Option("ZPL", "zpl"), new Option("ESC/POS", "escpos"));
    const form = document.createElement("form");
    form.className = "fields";
    const width = field("width", "104");
    // Proposes the usual width of a printer's head: 4 inches, or receipt paper of 80 mm.
    language.onchange = () => {
      (width.lastElementChild as HTMLInputElement).value = language.value === "zpl" ? "104" : "72";
    };
    const parts = [field("name", ""), field("host", ""), field("port", "9100")];
    form.append(...parts, element("label", [t.fields.language, language]), field("dpi", "203"), width);
    form.append(element("button", t.addPrinter, "primary"));
    form.onsubmit = async (e) => {
      e.preventDefault();
      const answer = await call("printers", Object.fromEntries(new FormData(form))).catch(() => ({
        message: "",
      }));
      if (answer.message !== undefined) return;
      form.reset();
      await refresh();
      void check();
    };
    return form;
  })();

  const above = element("div");
  const below = element("div");
  function show(state: State) {
    const list = (title: string, none: string, rows: readonly Node[]) => [
      element("h2", title),
      ...(rows.length > 0 ? rows : [element("p", none, "faint")]),
    ];
    const siteRows = state.sites.map((s) => [
      s.origin,
      time(s.since),
      String(s.browsers),
      button(t.revoke, "sites/revoke", { body: { origin: s.origin }, sure: t.revokeSure }),
    ]);
    const sites = siteRows.length > 0 ? [table([t.site, t.since, t.browsers, ""], siteRows)] : [];
    const printerRows = state.network.map((p) => [
      p.name,
      `${p.host}:${p.port}`,
      p.language === "zpl" ? "ZPL" : "ESC/POS",
      `${p.dpi} dpi, ${p.width} mm`,
      button(t.removePrinter, "printers/remove", { body: { name: p.name }, sure: t.removePrinterSure }),
    ]);
    const printerTitles = [t.printer, t.fields.host, t.fields.language, "", ""];
    const printers = printerRows.length > 0 ? [table(printerTitles, printerRows)] : [];
    const titles = [t.time, t.job, t.labels, t.printer, t.state, ""];
    const jobs = state.jobs.length > 0 ? [table(titles, state.jobs.map(jobRow))] : [];
    const checkRows = (checks ?? []).map((c) => [
      t.names[c.name],
      element("span", c.isGood ? t.good : t.bad, c.isGood ? "state done" : "state failed"),
      c.detail,
    ]);
    const again = element("button", t.checkAgain);
    again.onclick = () => void check();
    above.replaceChildren(
      ...list(t.requests, t.noRequests, state.requests.map(requestCard)),
      ...list(t.sites, t.noSites, sites),
      ...list(t.network, t.noNetwork, printers),
    );
    below.replaceChildren(
      ...list(t.jobs, t.noJobs, jobs),
      element("h2", t.checks),
      ...(checks ? [table(["", t.state, ""], checkRows)] : []),
      again,
    );
    if (!printerForm.isConnected) main.replaceChildren(above, printerForm, below);
  }

  function askKey() {
    const input = document.createElement("input");
    input.setAttribute("aria-label", t.key);
    input.placeholder = t.key;
    const form = element("form", [input, element("button", t.open, "primary")]);
    form.onsubmit = (e) => {
      e.preventDefault();
      localStorage.setItem("key", input.value.trim());
      void refresh();
      void check();
    };
    if (shown !== "key") main.replaceChildren(element("p", t.needsKey), form);
    shown = "key";
  }

  async function refresh() {
    try {
      const state: State = await call("state");
      const next = JSON.stringify([state, checks]);
      // Redraws only after a change, so that a focused button keeps the focus.
      if (next !== shown) show(state);
      shown = next;
    } catch (cause) {
      if (cause instanceof Error && cause.message === "key") return askKey();
      main.replaceChildren(element("p", t.unreachable));
      shown = "";
    }
  }
  async function check() {
    checks = (await call("checks").catch(() => ({}))).checks;
    await refresh();
  }
  void refresh();
  void check();
  setInterval(() => shown !== "key" && void refresh(), 2000);
}
