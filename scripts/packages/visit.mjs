// Opens a page with the README's example in a browser, and uses the grid as a user does.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves the files of a folder. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file = join(folder, path === "/" ? "index.html" : path);
    const found = existsSync(file) && extname(file) !== "";
    response.writeHead(found ? 200 : 404, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
    });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

function expectEqual(what, found, wanted) {
  if (found !== wanted)
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Sorts and filters the grid, writes and reads a spreadsheet, and draws a label. Fails on any error of the page. */
export async function checkPage(browser, url) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  // Answers the request for an icon, which browsers send although the page has none.
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  try {
    await page.goto(url);
    const grid = page.getByRole("grid");
    await grid.getByText("P-0", { exact: true }).waitFor();
    // The row count includes the 1,000 rows, the header and the totals.
    expectEqual("row count", await grid.getAttribute("aria-rowcount"), "1002");
    const box = await grid.boundingBox();
    if (!box || box.height < 300) throw new Error(`the grid has no height: ${JSON.stringify(box)}`);
    // Checks that the style sheet has positioned the header.
    const position = await page
      .locator(".dg-cell")
      .first()
      .evaluate((e) => getComputedStyle(e).position);
    expectEqual("position of a cell by the style sheet", position, "absolute");
    const weight = page.getByRole("columnheader", { name: "Weight (g)" });
    for (const order of ["ascending", "descending"]) {
      await weight.click();
      expectEqual("sort", await weight.getAttribute("aria-sort"), order);
    }
    await grid.getByText("P-999", { exact: true }).waitFor();
    await weight.hover();
    await page.getByRole("button", { name: "Filter Weight", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Filter Weight" });
    await panel.getByRole("textbox", { name: "Weight" }).fill(">=990");
    await panel.getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction(
      () => document.querySelector("[role=grid]")?.getAttribute("aria-rowcount") === "12",
    );
    expectEqual("rows of the written and read spreadsheet", await page.evaluate("rowsAfterRoundTrip()"), 301);
    const svg = await page.evaluate("labelSvg()");
    if (!svg.startsWith("<svg")) throw new Error(`no label: ${svg.slice(0, 40)}`);
    expectEqual("errors of the page", problems.join("; "), "");
  } finally {
    await page.close();
  }
}
