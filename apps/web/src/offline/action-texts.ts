import { inputOf, withInput } from "@shotkeeper/client/offline";
import type { ActionTexts } from "@shotkeeper/ui/app";
import { knownActions } from "./actions.ts";
import { takeAlong } from "./packs.ts";

/** Describes the actions of the outbox. An action that this version does not know is shown by its kind. */
export const actionTexts: ActionTexts = {
  title: ({ kind, body }, locale) => knownActions[kind]?.title(inputOf(body), locale) ?? kind,
  attention: ({ kind, problem }, locale) =>
    problem?.kind === "answer" ? (knownActions[kind]?.attention?.(problem.answer, locale) ?? "") : "",
  form: (kind) => {
    const known = knownActions[kind];
    return known && known.edit.length > 0 ? { fields: known.fields, names: known.edit } : undefined;
  },
  insist: ({ kind, body, problem }) => {
    const insist = problem?.kind === "refused" ? knownActions[kind]?.insist : undefined;
    return insist && withInput(body, insist(inputOf(body)));
  },
  path: ({ kind }) => knownActions[kind]?.path,
  takeAlong,
};
