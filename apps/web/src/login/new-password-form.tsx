import type { LoginTexts } from "@shotkeeper/locales";
import { type FormEvent, useRef, useState } from "react";
import { inputOf, PasswordField, refusalText } from "./login-fields.tsx";

type FieldName = "current" | "fresh" | "again";

interface NewPasswordFormProps {
  readonly texts: LoginTexts;
  readonly lead: string;
  /** True if the user must type the current password too. */
  readonly asksCurrent: boolean;
  readonly save: (fresh: string, current: string) => Promise<void>;
  readonly onBack: () => void;
}

/**
 * Form for a new password. It is shown after a click on a link in a mail, or if somebody else has set the current
 * password.
 */
export function NewPasswordForm({ texts, lead, asksCurrent, save, onBack }: NewPasswordFormProps) {
  const { login } = texts;
  const [errors, setErrors] = useState<Readonly<Partial<Record<FieldName, string>>>>({});
  const [refusal, setRefusal] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const labels: Readonly<Record<FieldName, string>> = {
    current: login.currentPassword,
    fresh: login.newPassword,
    again: login.newPasswordAgain,
  };
  const names: readonly FieldName[] = asksCurrent ? ["current", "fresh", "again"] : ["fresh", "again"];

  async function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    if (busy) return;
    const data = new FormData(e.currentTarget);
    const value = (name: FieldName) => String(data.get(name) ?? "");
    const wrong = Object.fromEntries(
      names.flatMap((n): [FieldName, string][] => {
        if (value(n) === "") return [[n, login.required(labels[n])]];
        return n === "again" && value(n) !== value("fresh") ? [[n, login.passwordsDiffer]] : [];
      }),
    );
    setErrors(wrong);
    setRefusal(undefined);
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      inputOf(form, first)?.focus();
      return;
    }
    setBusy(true);
    try {
      await save(value("fresh"), value("current"));
    } catch (error) {
      setRefusal(error);
      setBusy(false);
      inputOf(form, "fresh")?.focus();
    }
  }

  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <h1>{login.newTitle}</h1>
      <p className="login-lead">{lead}</p>
      {names.map((name) => (
        <PasswordField
          key={name}
          name={name}
          label={labels[name]}
          error={errors[name]}
          texts={login}
          autoComplete={name === "current" ? "current-password" : "new-password"}
        />
      ))}
      <div role="alert" className="login-refusal">
        {refusal !== undefined && refusalText(refusal, texts)}
      </div>
      <button type="submit" className="login-submit" aria-disabled={busy}>
        {busy ? login.saving : login.save}
      </button>
      <button type="button" className="login-link" onClick={onBack}>
        {login.backToLogin}
      </button>
    </form>
  );
}
