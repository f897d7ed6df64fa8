import type { ReactNode } from "react";

/** Shows the text of a comment. Its parts between backticks are code. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  // A part keeps its place, so the place is its key.
  return text.split("`").map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 0 ? <span key={key}>{part}</span> : <code key={key}>{part}</code>;
  });
}
