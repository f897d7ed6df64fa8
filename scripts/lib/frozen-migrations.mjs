// Migrations must not change after databases have applied them. frozen.json holds the hash of each file.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const dir = "apps/server/migrations";
const list = `${dir}/frozen.json`;

/** Returns the hash of a migration. Line ends are normalized, because Git may change them on Windows. */
function hashOf(name) {
  const text = readFileSync(join(root, dir, name), "utf8").replaceAll("\r\n", "\n");
  return createHash("sha256").update(text).digest("hex");
}

const namesOf = () =>
  readdirSync(join(root, dir))
    .filter((f) => f.endsWith(".sql"))
    .sort();
const frozen = () => JSON.parse(readFileSync(join(root, list), "utf8"));

/**
 * Returns the hashes of the committed frozen.json. Without Git, or before the first commit of that file, returns the
 * hashes of the file itself.
 */
function committed() {
  try {
    const text = execFileSync("git", ["show", `HEAD:${list}`], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
    return JSON.parse(text);
  } catch {
    return frozen();
  }
}

/** Writes the hashes of new migrations to frozen.json. A committed hash never changes. */
export function freezeNewMigrations() {
  const hashes = { ...committed() };
  for (const name of namesOf()) hashes[name] ??= hashOf(name);
  const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, list), `${JSON.stringify(sorted, null, 2)}\n`);
}

/**
 * Returns an error for each migration that was changed, was removed, breaks the numbering without gaps, or has no hash
 * in frozen.json yet.
 */
export function migrationRules() {
  const hashes = frozen();
  const names = namesOf();
  const errors = [];
  const next = `${String(names.length + 1).padStart(4, "0")}_<area>.sql`;
  for (const [name, frozenHash] of Object.entries(hashes)) {
    if (!names.includes(name)) errors.push(`${dir}/${name} is frozen and must not be removed or renamed`);
    else if (hashOf(name) !== frozenHash)
      errors.push(
        `${dir}/${name} is frozen, because databases have applied it. ` +
          `Undo the change and write a new migration: ${dir}/${next}. ` +
          "A file that is not committed yet can be frozen again: npm run check -- --freeze",
      );
  }
  for (const [i, name] of names.entries()) {
    const number = String(i + 1).padStart(4, "0");
    if (!new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(name))
      errors.push(
        `${dir}/${name}: migrations are numbered without gaps; this one must be ${number}_<area>.sql`,
      );
    if (!(name in hashes))
      errors.push(`${dir}/${name} is not frozen yet. When it is final, run: npm run check -- --freeze`);
  }
  return errors;
}
