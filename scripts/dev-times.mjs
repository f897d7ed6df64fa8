// npm run dev-times [-- ROUNDS]: measures the time from a save to the visible change under `npm run dev`.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureInstalled } from "./install.mjs";
import { findBrowser } from "./lib/browser.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const rounds = Number(process.argv[2] ?? 5);
const base = `http://127.0.0.1:${process.env.PORT ?? 5173}`;
const typed = "typed before the change";

/** Replaces text in a file. Returns a function that restores the file. */
function edit(file, from, to) {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`);
  const undo = () => writeFileSync(path, before);
  process.once("exit", undo);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  return () => {
    process.off("exit", undo);
    undo();
  };
}

async function untilAnswers(path, matches) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(20)) {
    const body = await fetch(base + path).then(
      (r) => r.text(),
      () => "",
    );
    if (matches(body)) return;
  }
  throw new Error(`${path} did not change`);
}

async function measure(name, file, from, to, isShown) {
  const times = [];
  for (let round = 1; round <= rounds; round++) {
    const mark = `mark${round}`;
    const began = performance.now();
    const undo = edit(file, from, to.replace("MARK", mark));
    await isShown(mark, true);
    times.push(performance.now() - began);
    undo();
    await isShown(mark, false);
    // Waits until the server's start-up work is done. Otherwise it would slow down the next round.
    await pause(3000);
  }
  const sorted = times.sort((a, b) => a - b).map((t) => (t / 1000).toFixed(2));
  console.log(`${name}: median ${sorted[rounds >> 1]} s (${sorted[0]} … ${sorted[rounds - 1]} s), ${file}`);
}

const dev = spawn(process.execPath, [join(root, "scripts", "dev.mjs")], { cwd: root, stdio: "ignore" });
const { chromium } = createRequire(join(root, "e2e", "package.json"))("@playwright/test");
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  await untilAnswers("/healthz", (body) => body.includes("ok"));
  const page = await browser.newPage();
  await page.goto(`${base}/#/basic/mold`);
  await page.locator(".sk-list button.ant-btn-primary").first().click({ timeout: 120_000 });
  const input = page.locator(".ant-drawer input").first();
  await input.fill(typed);
  await measure(
    "component",
    "packages/ui/src/form/entity-form.tsx",
    "title={title}",
    'title={title + " MARK"}',
    (mark, shown) => page.getByText(mark).waitFor({ state: shown ? "visible" : "hidden" }),
  );
  console.log(`typed text after it: ${(await input.inputValue()) === typed ? "kept" : "LOST"}`);
  await measure(
    "server file",
    "apps/server/src/http/probe-routes.ts",
    'status: "ok"',
    'status: "ok MARK"',
    (mark, shown) => untilAnswers("/healthz", (body) => body.includes(shown ? mark : '"ok"')),
  );
  await measure(
    "contract file",
    "packages/contract/src/mold/mold.entity.ts",
    '"BS_MOLD"',
    '"BS_MOLD_MARK"',
    (mark, shown) => untilAnswers("/openapi.json", (body) => body.includes(shown ? mark : 'BS_MOLD"')),
  );
} finally {
  await browser.close();
  dev.kill("SIGTERM");
}
