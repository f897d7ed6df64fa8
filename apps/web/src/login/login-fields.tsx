import { ClientError } from "@shotkeeper/client";
import { messageName } from "@shotkeeper/contract/kernel";
import type { LoginTexts } from "@shotkeeper/locales";
import { type Captcha, fillText } from "@shotkeeper/ui/app";
import { type ReactNode, type RefObject, useId, useState } from "react";

/** Returns the message that the page shows for a failed call. */
export function refusalText(error: unknown, texts: LoginTexts): string {
  if (typeof error === "string") return error;
  if (!(error instanceof ClientError)) return texts.login.network;
  if (error.local === "timeout") return texts.login.timeout;
  if (error.local) return texts.login.network;
  const name = messageName(error.code);
  return name === undefined ? error.message : fillText(texts.errors[name], error.arg);
}

export const inputOf = (form: RefObject<HTMLFormElement | null>, name: string) =>
  form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly children: (props: {
    id: string;
    name: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

function Field({ label, name, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        "aria-invalid": error !== undefined,
        "aria-describedby": error === undefined ? undefined : `${id}e`,
      })}
      {error !== undefined && (
        <span className="login-error" id={`${id}e`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface NamedField {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly texts: LoginTexts["login"];
}

export function TenantField({
  initial,
  error,
  texts,
}: Omit<NamedField, "name" | "label"> & { initial: string }) {
  return (
    <Field label={texts.tenant} name="tenantId" error={error}>
      {(p) => (
        <input
          {...p}
          defaultValue={initial}
          autoComplete="organization"
          autoCapitalize="none"
          maxLength={50}
        />
      )}
    </Field>
  );
}

export function UserField({
  initial,
  error,
  texts,
}: Omit<NamedField, "name" | "label"> & { initial: string }) {
  return (
    <Field label={texts.user} name="userId" error={error}>
      {(p) => (
        <input {...p} defaultValue={initial} autoComplete="username" autoCapitalize="none" maxLength={50} />
      )}
    </Field>
  );
}

interface PasswordFieldProps extends NamedField {
  readonly autoComplete: "current-password" | "new-password";
  readonly onInput?: () => void;
}

export function PasswordField({ name, label, error, texts, autoComplete, onInput }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const toggle = visible ? texts.hidePassword : texts.showPassword;
  return (
    <Field label={label} name={name} error={error}>
      {(p) => (
        <div className="login-password">
          <input
            {...p}
            type={visible ? "text" : "password"}
            autoComplete={autoComplete}
            maxLength={100}
            onInput={onInput}
          />
          <button
            type="button"
            aria-pressed={visible}
            aria-label={toggle}
            title={toggle}
            onClick={() => setVisible(!visible)}
          >
            <EyeIcon open={visible} />
          </button>
        </div>
      )}
    </Field>
  );
}

export function CaptchaField({
  captcha,
  error,
  texts,
}: Pick<NamedField, "error" | "texts"> & { captcha: Captcha }) {
  return (
    <Field label={texts.captcha} name="captcha" error={error}>
      {(p) => (
        <div className="login-captcha-row">
          <input {...p} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={12} />
          <button type="button" className="login-captcha" onClick={captcha.renew} title={texts.captchaImage}>
            {captcha.image ? (
              <img src={captcha.image} alt={texts.captchaImage} />
            ) : (
              <span>{captcha.failed ? texts.captchaFailed : texts.captchaLoading}</span>
            )}
          </button>
        </div>
      )}
    </Field>
  );
}

function EyeIcon({ open }: { readonly open: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
      <circle cx="12" cy="12" r="3" />
      {!open && <path d="M4 20 20 4" />}
    </svg>
  );
}
