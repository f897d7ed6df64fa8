import { runPage } from "./page-script.ts";
import { pageTexts } from "./page-texts.ts";

const style = `
:root{color-scheme:light dark;--line:#8884;--faint:#888;--accent:#1677ff}
body{font:15px/1.6 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px}
h1{font-size:22px}h2{font-size:17px;margin:28px 0 8px}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
small{display:block;color:var(--faint)}.faint{color:var(--faint)}
button,input,select{font:inherit;padding:3px 12px;border:1px solid var(--line);border-radius:6px;margin:2px 6px 2px 0}
button{cursor:pointer}.primary{background:var(--accent);border-color:var(--accent);color:#fff}
.fields{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:end;margin:8px 0}
.fields label{display:grid;font-size:13px;color:var(--faint)}
.fields select{height:32px}
.card{border:1px solid var(--accent);border-radius:8px;padding:4px 16px;margin:8px 0;overflow-wrap:anywhere}
.check{font-size:24px;letter-spacing:4px;margin-left:8px;font-variant-numeric:tabular-nums}
.state.done{color:#389e0d}.state.failed{color:#cf1322}.state.unsure{color:#d46b08;font-weight:600}
@media(max-width:640px){thead{display:none}tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}
td{display:block;border:0;padding:1px 0}td:empty{display:none}
td:not([data-title=""])::before{content:attr(data-title);display:inline-block;min-width:6em;opacity:.6}}
`;

/**
 * Returns the service's own page in the user's language. Also returns the script and the style of the page, because the
 * Content-Security-Policy header contains their hashes.
 */
export function ownPage(language = ""): { html: string; script: string; style: string } {
  const wanted = language.trimStart().toLowerCase();
  const code = /^zh-(tw|hk|mo|hant)/.test(wanted) ? "tw" : wanted.startsWith("zh") ? "zh" : "en";
  const lang = { en: "en", zh: "zh-CN", tw: "zh-TW" }[code];
  const texts = pageTexts[code];
  const script = `(${runPage})(${JSON.stringify(texts)},${JSON.stringify(lang)})`.replaceAll("</", "<\\/");
  const html = `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${texts.title}</title>
<style>${style}</style>
<h1>${texts.title}</h1>
<main></main>
<script>${script}</script>
</html>`;
  return { html, script, style };
}
