import type { LoginTexts } from "@shotkeeper/locales";
import { useState } from "react";
import "./sign-in.css";

interface Props {
  readonly codes: readonly string[];
  readonly texts: LoginTexts["login"]["step"];
}

/** Shows new recovery codes, with ways to copy and to download them. The server sends the codes only once. */
export function RecoveryCodes({ codes, texts }: Props) {
  const [isCopied, setCopied] = useState(false);
  const text = codes.join("\n");
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "shotkeeper-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return (
    <>
      <ol className="sk-codes" aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sk-codes-actions">
        <button
          type="button"
          className="sk-quiet"
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? texts.copied : texts.copy}
        </button>
        <button type="button" className="sk-quiet" onClick={download}>
          {texts.download}
        </button>
      </div>
    </>
  );
}
