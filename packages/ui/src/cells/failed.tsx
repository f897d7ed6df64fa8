import { messageOf, useLocale } from "../app/index.ts";
import "./cells.css";
import "./panel.css";

/** Message that data could not be loaded, with a button to try again. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) {
  const locale = useLocale();
  return (
    <div className="sk-failed" role="alert">
      <span>{messageOf(error, locale) || locale.shell.messages.unexpected}</span>
      <button type="button" className="sk-link" onClick={() => retry()}>
        {locale.shell.common.retry}
      </button>
    </div>
  );
}
