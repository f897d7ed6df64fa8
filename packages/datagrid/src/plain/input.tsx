import { type ReactNode, useEffect, useRef } from "react";
import type { InputProps } from "../react/skin.ts";

export function PlainInput(props: InputProps): ReactNode {
  const { label, onChange, suffix, autoFocus, clearable, isInvalid, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  // Focuses the input in an effect, because its popover must be in the top layer first. The attribute `autofocus` would
  // scroll the page.
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  return (
    <span className="dg-field">
      <input
        ref={input}
        className="dg-input"
        // Uses a search input if the text is clearable, because the browser adds a clear button to search inputs.
        type={clearable ? "search" : "text"}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        {...(rest.type === "date" ? { max: "9999-12-31" } : {})}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
      />
      {suffix && <span className="dg-unit">{suffix}</span>}
    </span>
  );
}
