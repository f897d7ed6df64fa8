import { ClientError, type SecondStep } from "@shotkeeper/client";
import { messageName } from "@shotkeeper/contract/kernel";
import type { LoginTexts } from "@shotkeeper/locales";
import {
  type Captcha,
  consumeSsoAnswer,
  consumeWeChatAnswer,
  fillText,
  lastLogin,
  openWeChat,
  rememberLogin,
  useCaptcha,
  useSessionState,
} from "@shotkeeper/ui/app";
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { client } from "../client.ts";
import { device } from "../device.ts";
import { OtherWays } from "./other-ways.tsx";

// Most log-ins need no second step, so its code is loaded when it is due.
const SecondStepForm = lazy(() =>
  import("@shotkeeper/ui/sign-in").then((m) => ({ default: m.SecondStepForm })),
);

type FieldName = "tenantId" | "userId" | "password" | "captcha";
const order: readonly FieldName[] = ["tenantId", "userId", "password", "captcha"];

/** Field of the log-in form that gets the focus after the server has refused a log-in, by message code. */
const blamed: Readonly<Partial<Record<string, FieldName>>> = {
  S0001: "password",
  S0002: "captcha",
  S0003: "userId",
  S0004: "userId",
};

function refusalText(error: unknown, texts: LoginTexts): string {
  if (typeof error === "string") return error;
  if (!(error instanceof ClientError)) return texts.login.network;
  if (error.local === "timeout") return texts.login.timeout;
  if (error.local) return texts.login.network;
  const name = messageName(error.code);
  return name === undefined ? error.message : fillText(texts.errors[name], error.arg);
}

/** Starts to download the application while the user types, so that it is ready after the log-in. */
const prefetch = () => void import("../admin.tsx").catch(() => {});

interface FieldProps {
  readonly label: string;
  readonly name: FieldName;
  readonly error: string | undefined;
  readonly children: (props: {
    id: string;
    name: FieldName;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => React.ReactNode;
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

function CaptchaButton({
  captcha,
  texts,
}: {
  readonly captcha: Captcha;
  readonly texts: LoginTexts["login"];
}) {
  return (
    <button type="button" className="login-captcha" onClick={captcha.renew} title={texts.captchaImage}>
      {captcha.image ? (
        <img src={captcha.image} alt={texts.captchaImage} />
      ) : (
        <span>{captcha.failed ? texts.captchaFailed : texts.captchaLoading}</span>
      )}
    </button>
  );
}

export function LoginForm({ texts, onDone }: { readonly texts: LoginTexts; readonly onDone: () => void }) {
  const { login } = texts;
  const captcha = useCaptcha(client);
  const [last] = useState(lastLogin);
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [refusal, setRefusal] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);

  const input = (name: FieldName) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  // Focuses the first empty field. For a user whose name is remembered, that is the password.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>(".login-field input");
    [...(fields ?? [])].find((f) => f.value === "")?.focus();
  }, []);

  const [weChatPage, setWeChatPage] = useState<string | null>(null);
  // Completes a sign-in at the tenant's provider if the user has just returned from the provider's page.
  const [sso] = useState(consumeSsoAnswer);
  const [step, setStep] = useState<{ readonly step: SecondStep; readonly remember: boolean }>();
  const arrive = useRef(() => {
    useSessionState.getState().renew();
    onDone();
  });
  useEffect(() => {
    if (!sso) return;
    setBusy(true);
    client
      .finishSso(sso.answer, sso.browser, sso.remember)
      .then(() => arrive.current(), setRefusal)
      .finally(() => setBusy(false));
  }, [sso]);
  useEffect(() => {
    client.weChatPage().then(setWeChatPage, () => {});
    // Completes a log-in by WeChat if the user has just returned from WeChat's page.
    const answer = consumeWeChatAnswer("login");
    if (!answer) return;
    const { tenantId, code, remember } = answer;
    client.logInByWeChat({ tenantId, code, remember }).then((step) => {
      if (step) setStep({ step, remember });
      else arrive.current();
    }, setRefusal);
  }, []);
  const goToWeChat = () => {
    const tenantId = input("tenantId")?.value.trim() ?? "";
    if (!weChatPage) return;
    if (tenantId === "") {
      setMissing(["tenantId"]);
      input("tenantId")?.focus();
      return;
    }
    const remember =
      form.current?.querySelector<HTMLInputElement>('input[name="remember"]')?.checked === true;
    openWeChat(weChatPage, { purpose: "login", tenantId, remember });
  };

  async function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    if (busy) return;
    const data = new FormData(e.currentTarget);
    const value = (name: FieldName) => String(data.get(name) ?? "");
    // While the picture of the verification code has not loaded, the user cannot know the code. So the input counts as
    // empty.
    const isEmpty = (n: FieldName) =>
      (n === "password" ? value(n) : value(n).trim()) === "" || (n === "captcha" && !captcha.id);
    const empty = order.filter(isEmpty);
    setMissing(empty);
    setRefusal(undefined);
    if (empty[0]) {
      input(empty[0])?.focus();
      return;
    }
    const who = {
      tenantId: value("tenantId").trim(),
      userId: value("userId").trim(),
      remember: data.get("remember") !== null,
    };
    setBusy(true);
    prefetch();
    try {
      const { step: next } = await client.logIn({
        ...who,
        password: value("password"),
        captchaId: captcha.id ?? "",
        captcha: value("captcha").trim(),
      });
      rememberLogin(who);
      if (next) {
        setBusy(false);
        setStep({ step: next, remember: who.remember });
      } else arrive.current();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
      // Fetches a new verification code, because the server accepts each code for one try only.
      captcha.renew();
      const typed = input("captcha");
      if (typed) typed.value = "";
      const field = error instanceof ClientError ? blamed[error.code] : undefined;
      const target = input(field ?? "captcha");
      target?.focus();
      target?.select();
    }
  }

  const labels: Readonly<Record<FieldName, string>> = {
    tenantId: login.tenant,
    userId: login.user,
    password: login.password,
    captcha: login.captcha,
  };
  const errorOf = (name: FieldName) => (missing.includes(name) ? login.required(labels[name]) : undefined);

  if (step)
    return (
      <Suspense>
        <SecondStepForm
          {...step}
          client={client}
          texts={login.step}
          errorText={(error) => refusalText(error, texts)}
          onDone={() => arrive.current()}
          onBack={() => {
            setStep(undefined);
            captcha.renew();
          }}
        />
      </Suspense>
    );
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <h1>{login.welcome}</h1>
      <p className="login-lead">{login.lead}</p>
      {device === "PDA" && <p className="login-lead">{login.handHeld}</p>}
      <Field label={login.tenant} name="tenantId" error={errorOf("tenantId")}>
        {(p) => (
          <input
            {...p}
            defaultValue={last.tenantId}
            autoComplete="organization"
            autoCapitalize="none"
            maxLength={50}
          />
        )}
      </Field>
      <Field label={login.user} name="userId" error={errorOf("userId")}>
        {(p) => (
          <input
            {...p}
            defaultValue={last.userId}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={50}
          />
        )}
      </Field>
      <Field label={login.password} name="password" error={errorOf("password")}>
        {(p) => (
          <div className="login-password">
            <input
              {...p}
              type={visible ? "text" : "password"}
              autoComplete="current-password"
              maxLength={100}
              onInput={prefetch}
            />
            <button
              type="button"
              aria-pressed={visible}
              aria-label={visible ? login.hidePassword : login.showPassword}
              title={visible ? login.hidePassword : login.showPassword}
              onClick={() => setVisible(!visible)}
            >
              <EyeIcon open={visible} />
            </button>
          </div>
        )}
      </Field>
      <Field label={login.captcha} name="captcha" error={errorOf("captcha")}>
        {(p) => (
          <div className="login-captcha-row">
            <input {...p} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={12} />
            <CaptchaButton captcha={captcha} texts={login} />
          </div>
        )}
      </Field>
      <label className="login-remember">
        <input type="checkbox" name="remember" defaultChecked={last.remember} />
        {login.remember}
      </label>
      <div role="alert" className="login-refusal">
        {refusal !== undefined && refusalText(refusal, texts)}
      </div>
      <button type="submit" className="login-submit" aria-disabled={busy}>
        {busy ? (sso ? login.ssoWaiting : login.submitting) : login.submit}
      </button>
      <OtherWays
        form={form}
        tenantId={sso?.tenantId ?? last.tenantId}
        texts={login}
        onDone={() => arrive.current()}
        onRefusal={setRefusal}
      />
      {weChatPage !== null && (
        <button type="button" className="login-wechat" title={login.weChatNeedsTenant} onClick={goToWeChat}>
          {login.weChat}
        </button>
      )}
    </form>
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
