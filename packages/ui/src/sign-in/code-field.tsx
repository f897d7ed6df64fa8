import { useId } from "react";

interface Props {
  readonly label: string;
  /** True for the six digits of an authenticator app, false for a recovery code. */
  readonly isNumeric: boolean;
}

/** Input of a code. Focuses itself, because it is the only input of its page. */
export function CodeField({ label, isNumeric }: Props) {
  const id = useId();
  return (
    <div className="sk-step-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="code"
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this step
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={isNumeric ? "numeric" : "text"}
        maxLength={isNumeric ? 7 : 30}
      />
    </div>
  );
}
