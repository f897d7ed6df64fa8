import {
  addSamples,
  type FirstUseFacts,
  type FirstUseStep,
  firstUseFacts,
  firstUseSteps,
  nextStep,
  removeSamples,
  stepStates,
} from "@shotkeeper/contract/first-use";
import { ToneTag, useAction, useClient, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useCommandData, useInvalidateData } from "@shotkeeper/ui/data";
import { App, Button } from "antd";
import { type ComponentType, useState } from "react";
import { Link } from "react-router";
import { CompanyStep } from "./company-step.tsx";
import { CountersStep } from "./counters-step.tsx";
import { MoldsStep, PeopleStep, ReadingStep } from "./link-steps.tsx";
import { PartnersStep } from "./partners-step.tsx";
import "./first-use.css";

/**
 * Interval at which the page reloads the facts from which it derives the state of each step, ms. Events about new
 * readings also trigger a reload.
 */
const refreshMs = 10_000;
const noInput = {};

const bodies: Readonly<Record<FirstUseStep, ComponentType<{ readonly facts: FirstUseFacts }>>> = {
  company: CompanyStep,
  partners: PartnersStep,
  people: PeopleStep,
  molds: MoldsStep,
  counters: CountersStep,
  reading: ReadingStep,
};
const tones = { done: "good", open: "attention", waiting: "neutral" } as const;

/**
 * Set-up page that guides the user of an empty tenant from its company to the first reading. The state of each step is
 * derived from the data. So the user may leave the page at any step, and may also do a step on another screen. The
 * first open step is expanded.
 */
export default function FirstUsePage() {
  const { firstUse: t } = useLocale();
  const f = useFormats();
  const query = useCommandData(firstUseFacts, noInput, {
    live: ["reading", "board"],
    every: refreshMs,
    isFresh: true,
  });
  const [chosen, setChosen] = useState<FirstUseStep>();
  const facts = query.data;
  if (!facts) return <Panel wait={query} />;
  const states = stepStates(facts);
  const next = nextStep(facts);
  const open = chosen && states[chosen] !== "waiting" ? chosen : next;
  const found: Readonly<Record<FirstUseStep, string>> = {
    company: t.company.found(f.whole(facts.oems)),
    partners: t.partners.found(f.whole(facts.plants), f.whole(facts.makers)),
    people: t.people.found(f.whole(facts.users)),
    molds: t.molds.found(f.whole(facts.molds)),
    counters: t.counters.found(f.whole(facts.bound)),
    reading: t.reading.found(f.whole(facts.reporting)),
  };
  return (
    <div className="sk-first-use">
      <h1>{t.title}</h1>
      <p className="sk-faint">{t.lead}</p>
      {!next && (
        <p className="sk-first-use-end">
          {t.all} <Link to="/dashboard/workplace">{t.toWorkplace}</Link>
        </p>
      )}
      <ol>
        {firstUseSteps.map((step, i) => {
          const Body = bodies[step];
          const isOpen = step === open;
          return (
            <li key={step} data-state={states[step]} data-open={isOpen || undefined}>
              <button
                type="button"
                aria-expanded={isOpen}
                disabled={states[step] === "waiting"}
                onClick={() => setChosen(step)}
              >
                <b>{i + 1}</b>
                <span>{t[step].title}</span>
                <small>{states[step] === "waiting" ? "" : found[step]}</small>
                <ToneTag tone={tones[states[step]]}>{t.states[states[step]]}</ToneTag>
              </button>
              {isOpen && (
                <div className="sk-first-use-body">
                  <p>{t[step].lead}</p>
                  <Body facts={facts} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Samples molds={facts.samples} />
    </div>
  );
}

/** Adds and removes the sample data. */
function Samples({ molds }: { readonly molds: number }) {
  const { firstUse, code, shell } = useLocale();
  const t = firstUse.samples;
  const f = useFormats();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const { allows } = useSession();
  const { modal } = App.useApp();
  const run = async (work: () => Promise<unknown>, done: string) => {
    await act(work, done);
    invalidate();
  };
  const askToRemove = () =>
    modal.confirm({
      title: t.removeTitle,
      content: t.removeText,
      okText: t.remove,
      cancelText: shell.common.cancel,
      okButtonProps: { danger: true },
      onOk: () => run(() => client.run(removeSamples, {}), t.removed),
    });
  return (
    <section className="sk-first-use-samples">
      <h2>{t.title}</h2>
      <p className="sk-faint">
        {t.lead} {molds > 0 && t.present(f.whole(molds))}
      </p>
      {molds > 0
        ? allows(removeSamples.access) && (
            <Button danger onClick={askToRemove}>
              {t.remove}
            </Button>
          )
        : allows(addSamples.access) && (
            <Button onClick={() => void run(() => client.run(addSamples, { language: code }), t.added)}>
              {t.add}
            </Button>
          )}
    </section>
  );
}
