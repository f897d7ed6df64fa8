import type { Client, SecondStep } from "@shotkeeper/client";
import type { LoginTexts } from "@shotkeeper/locales";
import { useState } from "react";
import { EnrolStep } from "./enrol-step.tsx";
import { PasskeyAborted } from "./passkeys.ts";
import type { Step } from "./step.ts";
import "./sign-in.css";
import { VerifyStep } from "./verify-step.tsx";

export interface SecondStepProps {
  readonly client: Client;
  readonly step: SecondStep;
  readonly remember: boolean;
  readonly texts: LoginTexts["login"]["step"];
  /** Returns the text of a failed call. */
  readonly errorText: (error: unknown) => string;
  /** Called when the log-in is complete and its session is open. */
  readonly onDone: () => void;
  /** Called if the user wants to begin the log-in again. */
  readonly onBack: () => void;
}

/**
 * Second step of the log-in: the user proves a second factor, or sets one up if it is required. Uses no component
 * library, because the log-in page does not load one.
 */
export function SecondStepForm({
  client,
  step,
  remember,
  texts,
  errorText,
  onDone,
  onBack,
}: SecondStepProps) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      setRefusal(error instanceof PasskeyAborted ? texts.noPasskey : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const clear = () => setRefusal(undefined);
  const parts: Step = { client, ticket: step.ticket, remember, texts, isBusy, refusal, run, clear };
  return (
    <div className="sk-step">
      {step.kind === "enrol" ? (
        <EnrolStep {...parts} onDone={onDone} />
      ) : (
        <VerifyStep {...parts} factors={step.factors} onDone={onDone} />
      )}
      <button type="button" className="sk-step-back" onClick={onBack}>
        {texts.back}
      </button>
    </div>
  );
}
