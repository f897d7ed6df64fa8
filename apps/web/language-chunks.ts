import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const labelFile = /\/locales\/src\/labels\/[\w-]+\.ts$/;
const languageFolder = /\/locales\/src\/(en|zh-CN|zh-TW)\//;
const languageCopy = /\/locales\/src\/labels\/.*\?(en|zh-CN|zh-TW)$/;

/**
 * Creates a plugin that keeps the languages in separate chunks. A file of locales/src/labels contains all languages.
 * A bundler puts a file that several chunks import into one chunk, so a page would load the labels of all languages.
 * This plugin makes a copy of the file for each language (`mold.ts?en`). The bundler drops the exports of the other
 * languages, because nothing imports them from this copy. The build fails if a label file has no language.
 */
export function languageChunks(): Plugin {
  return {
    name: "language-chunks",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      const language = importer && languageFolder.exec(importer)?.[1];
      if (!language || !source.startsWith(".")) return null;
      const file = resolve(dirname(importer), source);
      return labelFile.test(file) ? `${file}?${language}` : null;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((c) => c.type === "chunk");
      for (const { fileName, moduleIds } of chunks) {
        if (moduleIds.some((id) => labelFile.test(id)))
          this.error(`${fileName} has the labels of all languages: import them in a file of one language`);
        const languages = new Set(moduleIds.map((id) => languageCopy.exec(id)?.[1]).filter(Boolean));
        if (languages.size > 1) this.error(`${fileName} has the labels of ${[...languages].join(" and ")}`);
      }
    },
  };
}
