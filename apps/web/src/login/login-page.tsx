import { type LoginTexts, languageNames, loadLoginTexts, localeCodes } from "@shotkeeper/locales";
import { lastLogin, rememberLogin, useLocaleCode } from "@shotkeeper/ui/app";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { client } from "../client.ts";
import { ForgotForm } from "./forgot-form.tsx";
import { Illustration } from "./illustration.tsx";
import { LoginForm } from "./login-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import "./login.css";

function useLoginTexts(): LoginTexts | undefined {
  const code = useLocaleCode((s) => s.code);
  const [texts, setTexts] = useState<LoginTexts>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let current = true;
    loadLoginTexts(code).then(
      (t) => current && setTexts(t),
      (e: unknown) => current && setFailure(e),
    );
    return () => {
      current = false;
    };
  }, [code]);
  if (failure !== undefined && !texts) throw failure;
  return texts;
}

/**
 * Returns the path to open after the log-in. An address outside of this application, and the log-in page itself, become
 * "/". So a link cannot redirect the user to another site (open redirect).
 */
function wanted(from: string | null): string {
  return from?.startsWith("/") && !from.startsWith("//") && !from.startsWith("/login") ? from : "/";
}

function Languages({ label }: { readonly label: string }) {
  const code = useLocaleCode((s) => s.code);
  const choose = useLocaleCode((s) => s.choose);
  return (
    <nav className="login-languages" aria-label={label}>
      {localeCodes.map((c) => (
        <button
          key={c}
          type="button"
          lang={c.replace("_", "-")}
          aria-pressed={c === code}
          onClick={() => choose(c)}
        >
          {languageNames[c]}
        </button>
      ))}
    </nav>
  );
}

/**
 * Replaces the password that somebody else has set. Sends the browser's device token, so that the browser stays known.
 */
async function changeOwn(oldPassword: string, newPassword: string): Promise<void> {
  // Loads this module on demand, because hardly any log-in needs it.
  const { changePassword } = await import("@shotkeeper/contract/system");
  const { tenantId, userId } = lastLogin();
  const deviceToken = client.deviceToken(tenantId, userId);
  await client.run(changePassword, { oldPassword, newPassword, deviceToken });
}

/** The form that the page shows: to log in, to ask for a reset, or to set a new password. */
function Forms({ texts, onArrived }: { readonly texts: LoginTexts; readonly onArrived: () => void }) {
  const { login } = texts;
  const [query, setQuery] = useSearchParams();
  const [isForgotten, setForgotten] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [oneTimePassword, setOneTimePassword] = useState<string>();
  const resetToken = query.get("reset");
  const backToLogin = () => {
    setForgotten(false);
    setOneTimePassword(undefined);
    client.tokens.clear();
    setQuery({}, { replace: true });
  };
  if (resetToken !== null)
    return (
      <NewPasswordForm
        texts={texts}
        lead={login.resetLead}
        asksCurrent={false}
        save={async (fresh) => {
          const who = await client.resetPassword(resetToken, fresh);
          rememberLogin({ ...who, remember: lastLogin().remember });
          setSaved(true);
          backToLogin();
        }}
        onBack={backToLogin}
      />
    );
  if (oneTimePassword !== undefined || (query.has("change") && client.tokens.get() !== null))
    return (
      <NewPasswordForm
        texts={texts}
        lead={login.changeLead}
        asksCurrent={oneTimePassword === undefined}
        save={async (fresh, current) => {
          await changeOwn(oneTimePassword ?? current, fresh);
          onArrived();
        }}
        onBack={backToLogin}
      />
    );
  if (isForgotten) return <ForgotForm texts={texts} onBack={backToLogin} />;
  return (
    <LoginForm
      texts={texts}
      notice={isSaved ? login.saved : undefined}
      onDone={(password) => (password === undefined ? onArrived() : setOneTimePassword(password))}
      onForgot={() => setForgotten(true)}
    />
  );
}

export default function LoginPage() {
  const texts = useLoginTexts();
  const [query] = useSearchParams();
  const mustStay = query.has("reset") || (query.has("change") && client.tokens.get() !== null);
  const [arrived, setArrived] = useState(client.tokens.get() !== null && !mustStay);
  useEffect(() => {
    if (texts) document.title = `${texts.login.title} – Shotkeeper`;
  }, [texts]);
  if (arrived) return <Navigate to={wanted(query.get("from"))} replace />;
  if (!texts) return null;
  const { login } = texts;
  return (
    <div className="login">
      <aside className="login-stage" aria-label="Shotkeeper">
        <div className="login-brand">
          <BrandMark />
          Shotkeeper
        </div>
        <Illustration texts={login} />
        <div className="login-pitch">
          <p className="login-slogan">{login.slogan}</p>
          <p>{login.pitch}</p>
          <ul>
            {login.points.map((p) => (
              <li key={p}>{p}</li>
            ))}
          </ul>
        </div>
      </aside>
      <main className="login-side">
        <Languages label={login.language} />
        <Forms texts={texts} onArrived={() => setArrived(true)} />
        <p className="login-foot">{texts.errors.systemName}</p>
      </main>
    </div>
  );
}

function BrandMark() {
  return (
    <svg width="34" height="34" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="rgba(255,255,255,0.14)" />
      <path d="M6 8.5h7v4.2a4.2 4.2 0 0 0 0 6.6v4.2H6z" fill="#fff" />
      <path d="M26 8.5h-7v4.2a4.2 4.2 0 0 1 0 6.6v4.2h7z" fill="#fff" opacity="0.72" />
      <circle cx="16" cy="16" r="2.9" fill="#ffb84d" />
    </svg>
  );
}
