// Configuration files with which a program starts together with the computer, or when the user logs in.

/**
 * @typedef {object} Program
 * @property {string} node path of Node
 * @property {string} file path of the program
 * @property {Readonly<Record<string, string>>} env environment variables
 * @property {string} id id of the Windows service
 * @property {string} title name for people, such as "print service"
 * @property {string} description
 */

/**
 * Quotes a word for a systemd unit. Doubles percent and dollar signs, because a single one begins a specifier or a
 * variable.
 */
const quoted = (word) =>
  `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;

/**
 * Returns a line of a unit that sets an environment variable. Environment= expands no variables, so a dollar sign is
 * not doubled.
 */
const assigned = (name, value) => `Environment=${quoted(`${name}=${value}`).replaceAll("$$", "$")}`;

/**
 * Returns the environment variables of a unit that `systemdUnit` wrote.
 * @param {string} unit
 * @returns {Record<string, string>}
 */
export function systemdEnvironment(unit) {
  const lines = [...unit.matchAll(/^Environment="([^=]+)=(.*)"$/gm)];
  const plain = (text) => text.replace(/\\(["\\])/g, "$1").replaceAll("%%", "%");
  return Object.fromEntries(lines.map(([, name, value]) => [name, plain(value)]));
}

/**
 * Returns the systemd unit of a user's service.
 * @param {Program} program
 */
export function systemdUnit({ node, file, env, title }) {
  const variables = Object.entries(env).map(([name, value]) => assigned(name, value));
  return [
    "[Unit]",
    `Description=Shotkeeper ${title}`,
    "",
    "[Service]",
    ...variables,
    `ExecStart=${quoted(node)} ${quoted(file)}`,
    "Restart=on-failure",
    "RestartSec=3",
    "NoNewPrivileges=yes",
    "UMask=0077",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/**
 * Returns the environment variables of a configuration that `winswConfig` wrote.
 * @param {string} xml
 * @returns {Record<string, string>}
 */
export function winswEnvironment(xml) {
  const lines = [...xml.matchAll(/<env name="([^"]*)" value="([^"]*)"\/>/g)];
  const plain = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(lines.map(([, name, value]) => [plain(name), plain(value)]));
}

const escaped = (text) => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * Returns the configuration of WinSW (https://github.com/winsw/winsw), which runs a program as a Windows service.
 * WinSW asks for the user's account at the installation, because the printers of a user belong to the account.
 * @param {Program} program
 */
export function winswConfig({ node, file, env, id, title, description }) {
  const variables = Object.entries(env).map(
    ([name, value]) => `  <env name="${escaped(name)}" value="${escaped(value)}"/>`,
  );
  return [
    "<service>",
    `  <id>${escaped(id)}</id>`,
    `  <name>Shotkeeper ${escaped(title)}</name>`,
    `  <description>${escaped(description)}</description>`,
    ...variables,
    `  <executable>${escaped(node)}</executable>`,
    `  <argument>${escaped(file)}</argument>`,
    '  <onfailure action="restart" delay="5 sec"/>',
    '  <log mode="roll-by-size"><sizeThreshold>1024</sizeThreshold><keepFiles>3</keepFiles></log>',
    "  <serviceaccount><prompt>console</prompt><allowservicelogon>true</allowservicelogon></serviceaccount>",
    "</service>",
    "",
  ].join("\r\n");
}
