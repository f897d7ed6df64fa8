import { ClientError, type SecondStep } from "@shotkeeper/client";
import type { LoginTexts } from "@shotkeeper/locales";
import {
  consumeSsoAnswer,
  consumeWeChatAnswer,
  lastLogin,
  openWeChat,
  rememberLogin,
  useCaptcha,
  useSessionState,
} from "@shotkeeper/ui/app";
import { lazyPart } from "@shotkeeper/ui/lazy";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { client } from "../client.ts";
import { device } from "../device.ts";
import { addressedTenant } from "../shop-address.ts";
import {
  CaptchaField,
  inputOf,
  PasswordField,
  refusalText,
  TenantField,
  UserField,
} from "./login-fields.tsx";
import { OtherWays } from "./other-ways.tsx";
import "./remember.css";

// Loads the form of the second log-in step (second factor) only when needed, because most log-ins have no second step.
const SecondStepForm = lazyPart(async () => ({
  default: (await import("@shotkeeper/ui/sign-in")).SecondStepForm,
}));

/**
 * Returns tenant and user of the last log-in of this browser. `tenantId`: tenant of the shop that the URL names or from
 * which the user comes. If `tenantId` is not the tenant of the last log-in, returns `tenantId` without a user.
 */
function lastEntry(tenantId: string | null): ReturnType<typeof lastLogin> {
  const last = lastLogin();
  return tenantId === null || tenantId === last.tenantId ? last : { ...last, tenantId, userId: "" };
}

type FieldName = "tenantId" | "userId" | "password" | "captcha";
const order: readonly FieldName[] = ["tenantId", "userId", "password", "captcha"];

/** Field of the log-in form that gets the focus after the server has refused a log-in, by message code. */
const blamed: Readonly<Partial<Record<string, FieldName>>> = {
  S0001: "password",
  S0002: "captcha",
  S0004: "userId",
};

/** Starts to download the application while the user types, so that it is ready after the log-in. */
const prefetch = () => void import("../admin.tsx").catch(() => {});

/** A log-in that needs a second step. */
interface WaitingLogin {
  readonly step: SecondStep;
  readonly remember: boolean;
  readonly oneTimePassword?: string | undefined;
}

interface LoginFormProps {
  readonly texts: LoginTexts;
  /** Message above the form, for example that a new password is saved. */
  readonly notice: string | undefined;
  /** Called after the log-in. `oneTimePassword` is the password that the user must change before anything else. */
  readonly onDone: (oneTimePassword?: string) => void;
  readonly onForgot: () => void;
}

export function LoginForm({ texts, notice, onDone, onForgot }: LoginFormProps) {
  const { login } = texts;
  const captcha = useCaptcha(client);
  const [params] = useSearchParams();
  const linkedTenant = addressedTenant ?? params.get("tenant");
  const [last] = useState(() => lastEntry(linkedTenant));
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [refusal, setRefusal] = useState<unknown>();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);

  const input = (name: FieldName) => inputOf(form, name);
  // Focuses the first empty field. For a user whose name is remembered, that is the password.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>(".login-field input");
    [...(fields ?? [])].find((f) => f.value === "")?.focus();
  }, []);

  const [weChatPage, setWeChatPage] = useState<string | null>(null);
  // Completes a sign-in at the tenant's provider if the user has just returned from the provider's page.
  const [sso] = useState(consumeSsoAnswer);
  const [waiting, setWaiting] = useState<WaitingLogin>();
  const arrive = useRef((oneTimePassword?: string) => {
    useSessionState.getState().renew();
    onDone(oneTimePassword);
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
      if (step) setWaiting({ step, remember });
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
    // Treats the input of the verification code as empty while the picture has not loaded, because the user cannot know
    // the code.
    const isEmpty = (n: FieldName) =>
      (n === "password" ? value(n) : value(n).trim()) === "" || (n === "captcha" && !captcha.isReady);
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
    const password = value("password");
    setBusy(true);
    prefetch();
    try {
      const answer = await captcha.answer(value("captcha").trim());
      const { mustChangePassword, step } = await client.logIn({ ...who, password, captcha: answer });
      rememberLogin(who);
      const oneTimePassword = mustChangePassword ? password : undefined;
      // Opens the page with the company's sign-up. An applicant gets no session, only a ticket (a secret text) for this
      // page.
      if (step?.kind === "apply") {
        navigate("/Shop/application", { state: { ticket: step.ticket } });
        return;
      }
      if (step) {
        setBusy(false);
        setWaiting({ step, remember: who.remember, oneTimePassword });
      } else arrive.current(oneTimePassword);
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

  if (waiting)
    return (
      <SecondStepForm
        step={waiting.step}
        remember={waiting.remember}
        client={client}
        texts={login.step}
        errorText={(error) => refusalText(error, texts)}
        onDone={() => arrive.current(waiting.oneTimePassword)}
        onBack={() => {
          setWaiting(undefined);
          captcha.renew();
        }}
      />
    );
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <h1>{login.welcome}</h1>
      <p className="login-lead">{linkedTenant ? login.tenantFromLink(linkedTenant) : login.lead}</p>
      {device === "PDA" && <p className="login-lead">{login.handHeld}</p>}
      {notice !== undefined && (
        <p className="login-notice" role="status">
          {notice}
        </p>
      )}
      <TenantField initial={last.tenantId} error={errorOf("tenantId")} texts={login} />
      <UserField initial={last.userId} error={errorOf("userId")} texts={login} />
      <PasswordField
        name="password"
        label={login.password}
        error={errorOf("password")}
        texts={login}
        autoComplete="current-password"
        onInput={prefetch}
      />
      <CaptchaField captcha={captcha} error={errorOf("captcha")} texts={login} />
      <div className="login-options">
        <label className="login-remember">
          <input type="checkbox" name="remember" defaultChecked={last.remember} />
          {login.remember}
        </label>
        <button type="button" className="login-link" onClick={onForgot}>
          {login.forgot}
        </button>
      </div>
      <div role="alert" className="login-refusal">
        {refusal !== undefined && refusalText(refusal, texts)}
      </div>
      <button type="submit" className="login-submit" aria-disabled={busy}>
        {busy ? (sso ? login.ssoWaiting : login.submitting) : login.submit}
      </button>
      <Link className="login-link" to="/Shop/sign-up">
        {login.signUp}
      </Link>
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
