import type { LoginTexts } from "@shotkeeper/locales";
import { lastLogin, useCaptcha } from "@shotkeeper/ui/app";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { client } from "../client.ts";
import { CaptchaField, inputOf, refusalText, TenantField, UserField } from "./login-fields.tsx";

type FieldName = "tenantId" | "userId" | "captcha";
const order: readonly FieldName[] = ["tenantId", "userId", "captcha"];

interface ForgotFormProps {
  readonly texts: LoginTexts;
  readonly onBack: () => void;
}

/**
 * Form to request a mail with a link to reset the password. Without a mail server, the form shows who else can reset
 * the password.
 */
export function ForgotForm({ texts, onBack }: ForgotFormProps) {
  const { login } = texts;
  const [available, setAvailable] = useState<boolean>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    client.canResetByMail().then(setAvailable, setFailure);
  }, []);
  return (
    <div className="login-form">
      <h1>{login.forgotTitle}</h1>
      {available === false && <p className="login-lead">{login.forgotByAdmin}</p>}
      {failure !== undefined && (
        <div role="alert" className="login-refusal">
          {refusalText(failure, texts)}
        </div>
      )}
      {available && <AskForm texts={texts} />}
      <button type="button" className="login-link" onClick={onBack}>
        {login.backToLogin}
      </button>
    </div>
  );
}

function AskForm({ texts }: { readonly texts: LoginTexts }) {
  const { login } = texts;
  const captcha = useCaptcha(client);
  const [last] = useState(lastLogin);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [refusal, setRefusal] = useState<unknown>();
  const [step, setStep] = useState<"typing" | "sending" | "sent">("typing");
  const form = useRef<HTMLFormElement>(null);

  async function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    if (step === "sending") return;
    const data = new FormData(e.currentTarget);
    const value = (name: FieldName) => String(data.get(name) ?? "").trim();
    const empty = order.filter((n) => value(n) === "" || (n === "captcha" && !captcha.isReady));
    setMissing(empty);
    setRefusal(undefined);
    if (empty[0]) {
      inputOf(form, empty[0])?.focus();
      return;
    }
    setStep("sending");
    try {
      const [tenantId, userId] = [value("tenantId"), value("userId")];
      const answer = await captcha.answer(value("captcha"));
      await client.askForReset({ tenantId, userId, captcha: answer, language: texts.code });
      setStep("sent");
    } catch (error) {
      setRefusal(error);
      setStep("typing");
      captcha.renew();
      const typed = inputOf(form, "captcha");
      if (typed) typed.value = "";
      typed?.focus();
    }
  }

  const labels = { tenantId: login.tenant, userId: login.user, captcha: login.captcha };
  const errorOf = (name: FieldName) => (missing.includes(name) ? login.required(labels[name]) : undefined);
  if (step === "sent")
    return (
      <p className="login-notice" role="status">
        {login.forgotSent}
      </p>
    );
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <p className="login-lead">{login.forgotLead}</p>
      <TenantField initial={last.tenantId} error={errorOf("tenantId")} texts={login} />
      <UserField initial={last.userId} error={errorOf("userId")} texts={login} />
      <CaptchaField captcha={captcha} error={errorOf("captcha")} texts={login} />
      <div role="alert" className="login-refusal">
        {refusal !== undefined && refusalText(refusal, texts)}
      </div>
      <button type="submit" className="login-submit" aria-disabled={step === "sending"}>
        {login.forgotSend}
      </button>
    </form>
  );
}
