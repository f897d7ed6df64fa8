import { type LocaleCode, localeCodes } from "@shotkeeper/locales/server";

const languages = {
  en: { tag: "en", name: "English" },
  zh_CN: { tag: "zh-Hans-CN", name: "简体中文" },
  zh_TW: { tag: "zh-Hant-TW", name: "繁體中文" },
} as const satisfies Record<LocaleCode, { readonly tag: string; readonly name: string }>;

/** Returns the first supported locale of Accept-Language; English if there is none. */
export function localeOf(acceptLanguage: string | undefined): LocaleCode {
  for (const part of (acceptLanguage ?? "").slice(0, 200).toLowerCase().split(",")) {
    const tag = part.split(";")[0]?.trim() ?? "";
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh_TW";
    if (tag.startsWith("zh")) return "zh_CN";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}

/** Returns the HTML page of Swagger UI. The page loads files of this server only and has no inline scripts. */
export function docsPage(locale: LocaleCode): string {
  const links = localeCodes.map((code) => {
    const current = code === locale ? ' aria-current="true"' : "";
    return `<a href="?lang=${code}" lang="${languages[code].tag}"${current}>${languages[code].name}</a>`;
  });
  return `<!doctype html>
<html lang="${languages[locale].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shotkeeper API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>nav{padding:12px 20px;text-align:right;font:14px sans-serif}nav a{margin-left:12px;color:#4990e2}</style>
</head>
<body>
<nav>${links.join("")}</nav>
<main id="docs" data-document="docs/openapi.json?lang=${locale}"></main>
<noscript><a href="openapi.json">openapi.json</a></noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

/** Script that starts Swagger UI read-only. It shows the fields of each call instead of an example. */
export const docsScript = `const main = document.getElementById("docs");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
paint();
dark.addEventListener("change", paint);
SwaggerUIBundle({
  url: main.dataset.document,
  domNode: main,
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelRendering: "model",
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;
