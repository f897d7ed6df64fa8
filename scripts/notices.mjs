// npm run notices: writes THIRD-PARTY-NOTICES.md.
import { writeFileSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { licenceErrors, makeNotices, noticesFile } from "./lib/notices.mjs";

ensureInstalled();
for (const error of licenceErrors()) {
  console.error(error);
  process.exitCode = 1;
}
writeFileSync(noticesFile, makeNotices());
