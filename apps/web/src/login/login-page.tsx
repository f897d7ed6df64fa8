import { type LoginTexts, languageNames, loadLoginTexts, localeCodes } from "@shotkeeper/locales";
import { useLocaleCode } from "@shotkeeper/ui/app";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { client } from "../client.ts";
import { Illustration } from "./illustration.tsx";
import { LoginForm } from "./login-form.tsx";
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

export default function LoginPage() {
  const texts = useLoginTexts();
  const [query] = useSearchParams();
  const [arrived, setArrived] = useState(client.tokens.get() !== null);
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
        <LoginForm texts={texts} onDone={() => setArrived(true)} />
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
