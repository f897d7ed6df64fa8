// npm run screenshots [-- FOLDER] [--looks=PATTERN] [--shots=PATTERN]: takes pictures of every page in three
// languages, light and dark, in a wide window and on a phone, and looks for faults: cut texts, pages that are too wide,
// accessibility (axe), errors. Pictures and findings.json: FOLDER. Looks are language, mode and window. Shots are
// pages.
// Example for one page on phones: --looks=phone --shots=admin-a/BS101
// npm run screenshots -- FOLDER --sheets: joins the pictures in FOLDER to sheets, with the languages side by side.
// npm run screenshots -- --readme: takes the screenshots of README.md.
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { browserOptions } from "./browser.ts";
import { makeSheets } from "./pictures/sheets.ts";
import { takePictures } from "./pictures/take-pictures.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { startRealServer } from "./server.ts";

const root = process.env.SHOTKEEPER_ROOT ?? ".";
const words = process.argv.slice(2);
const option = (name: string) => words.find((w) => w.startsWith(`--${name}=`))?.slice(name.length + 3) ?? "";
const folder = resolve(words.find((w) => !w.startsWith("--")) ?? join(root, "screenshots"));
const isSheets = words.includes("--sheets");
const isReadme = words.includes("--readme");
const usage = `npm run screenshots [-- FOLDER] [--looks=PATTERN] [--shots=PATTERN]
npm run screenshots -- FOLDER --sheets
npm run screenshots -- --readme
With E2E_URL: of that server, which must have the demo. Otherwise: of a new server, after its demo is made.`;

async function takeAll(): Promise<void> {
  const { E2E_URL: running } = process.env;
  const server = running && !isReadme ? undefined : await startRealServer();
  const browser = await chromium.launch(browserOptions());
  try {
    if (isReadme && server) await takeReadmePictures(browser, server, join(root, "docs", "pictures"));
    else {
      const choice = { looks: new RegExp(option("looks")), shots: new RegExp(option("shots")) };
      await takePictures(browser, running ?? server?.url ?? "", folder, choice);
    }
  } finally {
    await browser.close();
    await server?.stop();
  }
}

if (words.includes("--help")) console.log(usage);
else if (isSheets) console.log(`${makeSheets(folder)} sheets`);
else await takeAll();
