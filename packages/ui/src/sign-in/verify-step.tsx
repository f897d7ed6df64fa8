import type { FactorName, Proof } from "@shotkeeper/client";
import { type FormEvent, useState } from "react";
import { CodeField } from "./code-field.tsx";
import { askPasskey, hasPasskeySupport } from "./passkeys.ts";
import type { Step } from "./second-step-form.tsx";

interface Props extends Step {
  readonly factors: readonly FactorName[];
  readonly onDone: () => void;
}

/** Asks for a second factor: a code, a recovery code or a passkey. */
export function VerifyStep({ factors, onDone, ...s }: Props) {
  const { texts, client, ticket, remember } = s;
  const offered = factors.filter((f) => f !== "passkey" || hasPasskeySupport());
  const [chosen, setChosen] = useState<FactorName>(offered[0] ?? "recovery");
  const verify = (proof: () => Promise<Proof> | Proof) =>
    s.run(async () => {
      await client.verifyStep(ticket, await proof(), remember);
      onDone();
    });
  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const code = String(new FormData(e.currentTarget).get("code") ?? "").trim();
    if (chosen === "passkey")
      return void verify(async () => ({
        passkey: await askPasskey(await client.stepPasskeyOptions(ticket)),
      }));
    if (code !== "") void verify(() => (chosen === "totp" ? { code } : { recoveryCode: code }));
  };
  const lead = { totp: texts.totpLead, recovery: texts.recoveryLead, passkey: texts.passkeyLead }[chosen];
  return (
    <form onSubmit={submit} noValidate>
      <h1>{texts.title}</h1>
      <p className="sk-step-lead">{lead}</p>
      {chosen !== "passkey" && (
        <CodeField
          key={chosen}
          label={chosen === "totp" ? texts.code : texts.recoveryCode}
          isNumeric={chosen === "totp"}
        />
      )}
      <div role="alert" className="sk-step-refusal">
        {s.refusal}
      </div>
      <button type="submit" className="sk-primary" aria-disabled={s.isBusy}>
        {s.isBusy ? texts.verifying : chosen === "passkey" ? texts.passkey : texts.verify}
      </button>
      {offered
        .filter((f) => f !== chosen)
        .map((f) => (
          <button
            key={f}
            type="button"
            className="sk-quiet"
            onClick={() => {
              s.clear();
              setChosen(f);
            }}
          >
            {texts[f]}
          </button>
        ))}
    </form>
  );
}
