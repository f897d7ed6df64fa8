import type { Job } from "./jobs.ts";

const escaped = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Formats a time in the local time zone. The page is shown on this computer, so its user is in the same zone. */
const localTime = (at: string) => new Date(at).toLocaleString("sv-SE");

const states = {
  waiting: "等待 waiting",
  printing: "打印中 printing",
  done: "完成 done",
  failed: "失败 failed",
};

/**
 * Returns the service's own HTML page with the pairing code and the latest jobs. Web pages of origins that are not
 * paired cannot read this page (see the hook `onRequest` in service.ts).
 */
export function statusPage(code: string, jobs: readonly Job[]): string {
  const row = (cells: readonly string[]) => `<tr>${cells.map((c) => `<td>${c}</td>`).join("")}</tr>`;
  const rows = jobs.map((j) =>
    row([localTime(j.at), escaped(j.jobName), escaped(j.printer), states[j.state], escaped(j.message ?? "")]),
  );
  const titles = ["时间 Time", "任务 Job", "打印机 Printer", "状态 State", ""];
  const list =
    rows.length === 0
      ? "<p>还没有打印任务。 No jobs yet.</p>"
      : `<table><tr>${titles.map((t) => `<th>${t}</th>`).join("")}</tr>${rows.join("")}</table>`;
  return `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<title>打印服务 Print service</title>
<meta http-equiv="refresh" content="30">
<style>
body{font:16px/1.6 system-ui,sans-serif;max-width:880px;margin:40px auto;padding:0 20px;color:#1f2937}
code{font-size:40px;letter-spacing:8px;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:left;padding:6px 10px;border-bottom:1px solid #e5e7eb}
</style>
<h1>打印服务 Print service</h1>
<p>配对码 Pairing code</p>
<p><code>${code}</code></p>
<p>在要打印的网页中输入，每个配对码只能使用一次。<br>Enter it in the page that wants to print; each code works once.</p>
<h2>任务 Jobs</h2>
${list}
</html>`;
}
