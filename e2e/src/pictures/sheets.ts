import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** Width of a sheet, px. */
const width = 1440;

/** Returns the arguments of ImageMagick for one row of pictures, which fill the width together. */
function rowOf(files: readonly string[]): readonly string[] {
  const each = ["-resize", `${Math.floor(width / files.length)}x`, "-bordercolor", "magenta", "-border", "1"];
  return ["(", ...files, ...each, "-gravity", "north", "+append", ")"];
}

/**
 * Pictures on each sheet, row by row. The names are looks (language, mode, size), as in take-pictures.ts. On most
 * sheets one language fills a whole row, so that its texts can be read.
 */
const sheets: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "1-light": [["en-light-wide"], ["zh_CN-light-wide", "zh_TW-light-wide"]],
  "2-dark": [["zh_CN-dark-wide"], ["zh_TW-dark-wide", "en-dark-wide"]],
  "3-phone-light": [["en-light-phone", "zh_CN-light-phone", "zh_TW-light-phone"]],
  "4-phone-dark": [["en-dark-phone", "zh_CN-dark-phone", "zh_TW-dark-phone"]],
  "1-day": [["en-light-1080p"], ["zh_CN-light-1080p", "zh_TW-light-1080p"]],
  "2-night": [["zh_CN-dark-1080p"], ["zh_TW-dark-1080p", "en-dark-1080p"]],
  "3-4k-day": [["zh_TW-light-4k"], ["zh_CN-light-4k", "en-light-4k"]],
  "4-4k-night": [["en-dark-4k"], ["zh_CN-dark-4k", "zh_TW-dark-4k"]],
};

/**
 * Joins the pictures in `folder` to sheets in `folder`/sheets, for people who look at them. Needs ImageMagick. Returns
 * the number of sheets.
 */
export function makeSheets(folder: string): number {
  const target = join(folder, "sheets");
  mkdirSync(target, { recursive: true });
  const looks = readdirSync(folder).filter((name) => /-(light|dark)-/.test(name));
  const names = new Set(looks.flatMap((look) => readdirSync(join(folder, look))));
  let made = 0;
  for (const name of [...names].sort())
    for (const [sheet, rows] of Object.entries(sheets)) {
      const files = rows.map((row) => row.map((look) => join(folder, look, name)).filter(existsSync));
      const found = files.filter((row) => row.length > 0);
      if (found.length === 0) continue;
      const file = join(target, `${basename(name, ".png")}-${sheet}.png`);
      execFileSync("convert", [...found.flatMap(rowOf), "-append", file]);
      made++;
    }
  return made;
}
