import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeField } from "./code-field.tsx";
import { createPasskey, hasPasskeySupport } from "./passkeys.ts";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { Step } from "./step.ts";

interface Props extends Step {
  readonly onDone: () => void;
}

/** During the log-in, sets up a second factor for a user who has none. Then shows the recovery codes. */
export function EnrolStep({ onDone, ...s }: Props) {
  const { texts, client, ticket, remember } = s;
  const [way, setWay] = useState<"totp" | "passkey">();
  const [codes, setCodes] = useState<readonly string[]>();
  const addPasskey = () =>
    s.run(async () => {
      const passkey = await createPasskey(await client.enrolPasskeyOptions(ticket));
      setCodes(await client.enrolPasskey(ticket, texts.passkeyOf, passkey, remember));
    });
  if (codes)
    return (
      <div>
        <h1>{texts.codesTitle}</h1>
        <p className="sk-step-lead">{texts.codesLead}</p>
        <RecoveryCodes codes={codes} texts={texts} />
        <button type="button" className="sk-primary" onClick={onDone}>
          {texts.saved}
        </button>
      </div>
    );
  return (
    <div>
      <h1>{texts.enrolTitle}</h1>
      <p className="sk-step-lead">{texts.enrolLead}</p>
      {way === "totp" ? (
        <EnrolTotp {...s} onCodes={setCodes} />
      ) : (
        <div className="sk-step-ways">
          <button type="button" className="sk-enrol-way" onClick={() => setWay("totp")}>
            <strong>{texts.enrolTotp}</strong>
            <span>{texts.enrolTotpLead}</span>
          </button>
          {hasPasskeySupport() && (
            <button type="button" className="sk-enrol-way" onClick={() => void addPasskey()}>
              <strong>{texts.enrolPasskey}</strong>
              <span>{texts.enrolPasskeyLead}</span>
            </button>
          )}
        </div>
      )}
      <div role="alert" className="sk-step-refusal">
        {s.refusal}
      </div>
    </div>
  );
}

interface TotpProps extends Step {
  readonly onCodes: (codes: readonly string[]) => void;
}

function EnrolTotp({ onCodes, ...s }: TotpProps) {
  const { texts, client, ticket, remember } = s;
  const [key, setKey] = useState<{ readonly secret: string; readonly uri: string }>();
  const begin = useRef(() => s.run(async () => setKey(await client.enrolTotp(ticket))));
  useEffect(() => void begin.current(), []);
  const submit = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault();
    const code = String(new FormData(e.currentTarget).get("code") ?? "").trim();
    if (code !== "")
      void s.run(async () => onCodes(await client.confirmEnrolledTotp(ticket, code, remember)));
  };
  if (!key) return null;
  return (
    <form onSubmit={submit} noValidate>
      <p className="sk-step-lead">{texts.enrolTotpLead}</p>
      <QrCode text={key.uri} label={texts.enrolTotp} />
      <p className="sk-step-key">
        {texts.secretKey}
        <code>{key.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <CodeField label={texts.code} isNumeric />
      <button type="submit" className="sk-primary" aria-disabled={s.isBusy}>
        {s.isBusy ? texts.verifying : texts.verify}
      </button>
    </form>
  );
}
