import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ppd = "/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd";
const has = (program: string) => ["/usr/sbin", "/usr/bin"].some((dir) => existsSync(join(dir, program)));
/**
 * Reasons why the tests cannot run on this computer: the user is not root, or a program is missing (CUPS, a PDF printer
 * for CUPS, PDF tools). Empty if the tests can run.
 */
export const missingForCups = [
  [process.getuid?.() === 0, "not root"],
  [has("cupsd") && has("lp"), "no cups"],
  [existsSync(ppd), "no printer-driver-cups-pdf"],
  [has("pdfinfo") && has("pdftoppm"), "no poppler-utils"],
].flatMap(([there, name]) => (there ? [] : [name]));

export interface TestCups {
  /** Folder into which the printer LabelPDF of this server writes its PDF files. No other server writes there. */
  readonly paper: string;
  stop(): Promise<void>;
}

/** Starts a separate CUPS server on a separate socket, so that the printers of this computer are not changed. */
export async function startCups(): Promise<TestCups> {
  const dir = mkdtempSync(join(tmpdir(), "cups-"));
  const name = `shotkeeper-${basename(dir)}`;
  // The folder is below ~/PDF, because AppArmor lets the PDF printer write there only.
  const paper = join(homedir(), "PDF", name);
  const settings = `/etc/cups/cups-pdf-${name}.conf`;
  writeFileSync(settings, `Out ${paper}\nAnonDirName ${paper}\n`);
  chmodSync(dir, 0o755);
  for (const d of ["spool", "cache", "state", "log", "tmp", "root"]) mkdirSync(join(dir, d));
  chmodSync(join(dir, "tmp"), 0o1777);
  const socket = join(dir, "sock");
  writeFileSync(
    join(dir, "cupsd.conf"),
    `LogLevel warn\nListen ${socket}\nBrowsing Off\nDefaultAuthType None\nWebInterface No\nPreserveJobHistory Yes
<Location />\nOrder allow,deny\nAllow all\n</Location>
<Policy default>\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n`,
  );
  const places = {
    ServerRoot: "root",
    RequestRoot: "spool",
    CacheDir: "cache",
    StateDir: "state",
    TempDir: "tmp",
  };
  const lines = Object.entries(places).map(([name, d]) => `${name} ${join(dir, d)}`);
  for (const log of ["AccessLog", "ErrorLog", "PageLog"]) lines.push(`${log} ${join(dir, "log", log)}`);
  writeFileSync(join(dir, "cups-files.conf"), `${lines.join("\n")}\nSystemGroup root\nSandboxing relaxed\n`);
  const daemon = spawn(
    "/usr/sbin/cupsd",
    ["-f", "-c", join(dir, "cupsd.conf"), "-s", join(dir, "cups-files.conf")],
    { stdio: "ignore" },
  );
  process.env.CUPS_SERVER = socket;
  for (let i = 0; i < 100 && !existsSync(socket); i++) await pause(50);
  // Makes cups-pdf name the PDF file after the title in the command line (TitlePref=1), and not after the title in the
  // document. For the latter, cups-pdf 3.0.1 uses a buffer that it does not clear, so the name could contain remains of
  // other texts. A slash in these remains would cut the title off.
  const printer = ["-v", `cups-pdf:/${name}`, "-P", ppd, "-o", "TitlePref=1"];
  execFileSync("lpadmin", ["-p", "LabelPDF", "-E", ...printer], { stdio: "ignore" });
  return {
    paper,
    async stop() {
      const ended = new Promise((resolve) => daemon.once("exit", resolve));
      daemon.kill();
      await ended;
      delete process.env.CUPS_SERVER;
      for (const made of [dir, paper, settings]) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** Returns the path of the PDF file that the PDF printer made for a job. */
export async function printed({ paper }: TestCups, jobName: string): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const names = existsSync(paper) ? readdirSync(paper) : [];
    const name = names.find((f) => f.startsWith(jobName) && f.endsWith(".pdf"));
    if (name && readFileSync(join(paper, name)).includes("%%EOF")) return join(paper, name);
    await pause(100);
  }
  throw new Error(`nothing printed as ${jobName}`);
}
