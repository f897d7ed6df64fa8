import { type Action, inputOf, type Overlay } from "@shotkeeper/client/offline";
import {
  countMold,
  countMolds,
  countOutcome,
  notCountedLines,
  scanMold,
} from "@shotkeeper/contract/inventory";
import { type Command, type CommandInput, decodeAnswer, type Query } from "@shotkeeper/contract/kernel";
import { dailyTasks, deferTask, finishTask, taskTab } from "@shotkeeper/contract/maintenance";

type Row = Readonly<Record<string, unknown>>;

/** Returns the actions of a command that wait in the outbox, each with its decoded input. */
const inputs = <C extends Command>(waiting: readonly Action[], c: C) =>
  waiting.flatMap((action) =>
    action.kind === c.type
      ? [{ action, input: decodeAnswer(inputOf(action.body), c.input) as Partial<CommandInput<C>> }]
      : [],
  );

const nameOf = (q: Query) => `${q.menu}.${q.id}`;
const resultNames = new Map<unknown, string>(
  Object.entries(countOutcome.values).map(([name, v]) => [v, name]),
);

const counted: Overlay = (rows, waiting) => {
  const results = new Map<string, Row>();
  const put = (countId: unknown, moldNo: unknown, outcome: unknown, { user, at }: Action) =>
    results.set(`${countId} ${String(moldNo).toLowerCase()}`, {
      outcome,
      result: resultNames.get(outcome),
      foundBy: user,
      foundByName: null,
      foundAt: new Date(at).toISOString(),
    });
  for (const { action, input: i } of inputs(waiting, scanMold))
    put(i.countId, i.scanCode, countOutcome.values.here, action);
  for (const { action, input: i } of inputs(waiting, countMold)) put(i.countId, i.moldNo, i.outcome, action);
  for (const { action, input: i } of inputs(waiting, countMolds))
    for (const no of i.moldNos ?? []) put(i.countId, no, i.outcome, action);
  return rows.map((row) => {
    const result = results.get(`${row.countId} ${String(row.moldNo).toLowerCase()}`);
    return result ? { ...row, ...result, isWaiting: true } : row;
  });
};

const tasks: Overlay = (rows, waiting) => {
  const finished = new Set(inputs(waiting, finishTask).map(({ input }) => input.taskId));
  const deferred = new Map(inputs(waiting, deferTask).map(({ input }) => [input.taskId, input]));
  return rows.map((row) => {
    const id = String(row.taskId);
    if (finished.has(id)) return { ...row, tab: taskTab.values.done };
    const d = deferred.get(id);
    return d ? { ...row, tab: taskTab.values.deferred, deferredUntil: d.until, deferReason: d.reason } : row;
  });
};

/** For each list that works without a connection: how actions that wait in the outbox change its rows. */
export const overlays: Readonly<Record<string, Overlay>> = {
  [nameOf(notCountedLines)]: counted,
  [nameOf(dailyTasks)]: tasks,
};
