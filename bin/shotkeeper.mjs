#!/usr/bin/env node
// shotkeeper <command>: the program of an installation. It runs what was built before and writes to the data directory
// only, so a service user without write access to the program can run every command.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureNode } from "./node-version.mjs";

ensureNode();

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const server = (name) => join(root, "apps", "server", "dist", `${name}.mjs`);

/** File of each command, and the arguments that go before the given ones. */
const commands = {
  start: { file: server("main"), before: [] },
  tenant: { file: server("tenant"), before: [] },
  audit: { file: server("audit-main"), before: [] },
  backup: { file: server("backup"), before: ["backup"] },
  restore: { file: server("backup"), before: ["restore"] },
  "print-agent": { file: join(root, "apps", "print-agent", "dist", "main.mjs"), before: [] },
  edge: { file: join(root, "apps", "edge", "dist", "main.mjs"), before: [] },
};

const help = `shotkeeper [--settings FILE] <command>

  start                  serves until SIGTERM or SIGINT
  tenant <command>       tenants, keys, passwords, licences, quarantine
  backup <directory>     writes database and files into a new directory
  restore <directory>    restores them into an empty database
  audit <command>        checks and exports the system log
  print-agent            prints for web pages on this computer
  edge                   reads the counts of machines in a factory and sends them to a server
  <command> --help       explains a command; docs/operations.md explains the rest

  --settings FILE        reads settings from a file with lines NAME=value, such as /etc/shotkeeper.env. A variable of
                         the environment goes before a line of the file
  --version              prints version and commit`;

function fail(text) {
  console.error(text);
  process.exit(1);
}

function version() {
  const { version: number, commit } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return `Shotkeeper ${number}${commit ? ` (${commit})` : ""}, Node ${process.version}`;
}

const args = process.argv.slice(2);
if (args[0] === "--settings") {
  const [, file] = args.splice(0, 2);
  if (!file) fail("--settings needs the name of a file");
  try {
    process.loadEnvFile(resolve(file));
  } catch (cause) {
    fail(`The settings in ${file} cannot be read: ${cause.message}`);
  }
}
const [name = "--help", ...rest] = args;
if (name === "--help" || name === "-h") {
  console.log(help);
  process.exit(0);
}
if (name === "--version") {
  console.log(version());
  process.exit(0);
}
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) fail(`There is no command "${name}". Try shotkeeper --help.`);
if (!existsSync(command.file)) fail(`${command.file} is missing: run \`npm run build\` first.`);
if (name === "start" && rest.length > 0) {
  if (rest[0] !== "--help" && rest[0] !== "-h")
    fail(`"${rest[0]}" is one argument too many. Settings are environment variables: docs/operations.md.`);
  console.log(help);
  process.exit(0);
}

process.env.NODE_ENV ??= "production";
process.env.SHOTKEEPER_ROOT = root;
// All commands use the same default directory, whatever the current directory is.
process.env.DATA_DIR = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : join(root, "data");
process.setSourceMapsEnabled(true);
// Workers of the server (setting WORKERS) start this file again with the arguments of this process.
process.argv = [...process.argv.slice(0, 2), ...(name === "start" ? [name] : [...command.before, ...rest])];
await import(pathToFileURL(command.file).href);
