import type { Action, ActionRule, WireBody } from "@shotkeeper/client/offline";
import { moldAppoint, solveAppoint } from "@shotkeeper/contract/inspection";
import { countMold, countMolds, countOutcome, scanMold } from "@shotkeeper/contract/inventory";
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  decodeAnswer,
  decodeReturnData,
  encodeRow,
  type Fields,
  type RowOf,
  wireName,
} from "@shotkeeper/contract/kernel";
import { deferTask, finishTask } from "@shotkeeper/contract/maintenance";
import type { Locale } from "@shotkeeper/locales";

type Texts = Locale["offline"];
type Input<F extends Fields> = Partial<RowOf<F>>;

/** An action that users may do without a connection. */
interface Declared<F extends Fields> {
  /**
   * Returns the key of the subject of the action, for example a task. Actions with the same subject are sent in order.
   */
  readonly subject: (input: Input<F>) => string;
  /** Name of the input that holds the time at which the user did the action. */
  readonly time?: keyof F & string;
  /** Path of the screen on which the user did the action. */
  readonly path: string;
  readonly title: (t: Texts, input: Input<F>, locale: Locale) => string;
  /** Inputs that the user may edit after a refusal. */
  readonly edit: readonly (keyof F & string)[];
  /**
   * Returns the input with which a refused action is sent again if the user insists. The server then replaces the
   * result that another user has recorded.
   */
  readonly insist?: (input: Input<F>) => Input<F>;
}

export interface KnownAction {
  readonly rule: ActionRule;
  readonly fields: Fields;
  readonly path: string;
  readonly edit: readonly string[];
  readonly title: (input: WireBody, locale: Locale) => string;
  readonly insist: ((input: WireBody) => WireBody) | undefined;
  /** Returns a text that explains why the server's answer to an applied action needs the user's attention. */
  readonly attention?: (answer: WireBody, locale: Locale) => string;
}

function known<F extends Fields>(fields: F, d: Declared<F>): KnownAction {
  const read = (input: WireBody) => decodeAnswer(input, fields) as Input<F>;
  const { insist, time } = d;
  const field = time === undefined ? undefined : fields[time];
  return {
    fields,
    path: d.path,
    edit: d.edit,
    rule: {
      subject: (input) => d.subject(read(input)),
      ...(time !== undefined && field && { timeField: wireName(time, field) }),
    },
    title: (input, locale) => d.title(locale.offline, read(input), locale),
    insist: insist && ((input) => encodeRow(insist(read(input)), fields) as WireBody),
  };
}

const command = <C extends Command>(c: C, d: Declared<C["input"]>): readonly [string, KnownAction] => [
  c.type,
  known(c.input, d as Declared<Fields>),
];

const counting = "/inventory/counting";
const outcomes = Object.entries(countOutcome.values);
function outcomeText(value: unknown, { enums }: Locale): string {
  const [name] = outcomes.find(([, v]) => v === value) ?? [];
  return name ? enums.countOutcome[name as keyof typeof enums.countOutcome] : "";
}
const keepMine = { isFirst: false } as const;

/** Returns whether the user must decide about a scan: another user scanned the mold first, or the code is unknown. */
function needsDecision(scanned: CommandOutput<typeof scanMold>, user: string): boolean {
  return scanned.result === "unknown" || (scanned.result === "double" && scanned.foundBy !== user);
}
const readScan = (answer: WireBody) =>
  decodeReturnData(answer, scanMold.output) as CommandOutput<typeof scanMold>;
const [scanType, scan] = command(scanMold, {
  subject: (i: Partial<CommandInput<typeof scanMold>>) => `count ${i.countId} ${i.scanCode}`,
  time: "countedAt",
  path: counting,
  title: (t, i) => t.what.scan(String(i.scanCode ?? "")),
  edit: ["scanCode", "foundPlace", "countedAt"],
});

/** All actions that users may do without a connection, by their kind in the outbox. */
export const knownActions: Readonly<Record<string, KnownAction>> = Object.fromEntries([
  [
    scanType,
    {
      ...scan,
      rule: {
        ...scan.rule,
        needsAttention: (answer: WireBody, { user }: Action) => needsDecision(readScan(answer), user),
      },
      attention: (answer: WireBody, { offline: t }: Locale) => {
        const scanned = readScan(answer);
        return scanned.result === "double" ? t.scanned.double(scanned.foundBy ?? "") : t.scanned.unknown;
      },
    },
  ],
  command(countMold, {
    subject: (i) => `count ${i.countId} ${i.moldNo}`,
    time: "countedAt",
    path: counting,
    title: (t, i, locale) => t.what.count(outcomeText(i.outcome, locale), String(i.moldNo ?? "")),
    edit: ["foundPlace", "countNote", "imageUrl", "countedAt"],
    insist: (i) => ({ ...i, ...keepMine }),
  }),
  command(countMolds, {
    subject: (i) => `count ${i.countId}`,
    time: "countedAt",
    path: counting,
    title: (t, i, locale) =>
      t.what.count(outcomeText(i.outcome, locale), ((i.moldNos as readonly string[]) ?? []).join(", ")),
    edit: ["foundPlace", "countNote", "countedAt"],
    insist: (i) => ({ ...i, ...keepMine }),
  }),
  command(finishTask, {
    subject: (i) => `task ${i.taskId}`,
    time: "finishedAt",
    path: "/maintenance/daily",
    title: (t, i) => t.what.finish(String(i.taskId ?? "")),
    edit: ["content", "minutes", "imageUrl", "finishedAt"],
  }),
  command(deferTask, {
    subject: (i) => `task ${i.taskId}`,
    path: "/maintenance/daily",
    title: (t, i) => t.what.defer(String(i.taskId ?? "")),
    edit: ["until", "reason"],
  }),
  [
    `insert ${moldAppoint.wire}`,
    known(moldAppoint.fields, {
      subject: () => "",
      time: "issueFoundAt",
      path: "/inspection/issue",
      title: (t, i) => t.what.newIssue(String(i.moldNo ?? "")),
      edit: ["moldNo", "problem", "problemUrl", "issueFoundAt", "dueOn"],
    }),
  ],
  command(solveAppoint, {
    subject: (i) => `issue ${i.appointId}`,
    time: "saveProblemDate",
    path: "/inspection/issue",
    title: (t, i) => t.what.solve(String(i.appointId ?? "")),
    edit: ["saveProblem", "saveProblemUrl", "saveProblemDate"],
  }),
]);
