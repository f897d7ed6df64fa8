import { missing } from "@shotkeeper/ui/app";
import { Link } from "react-router";
import { counterLogPath, moldPath } from "./paths.ts";

type No = string | null | undefined;

/** A mold's number as a link to its page. */
export function MoldLink({ no }: { readonly no: No }) {
  if (!no) return <span className="sk-faint">{missing}</span>;
  return (
    <Link className="sk-link" to={moldPath(no)} onDoubleClick={(e) => e.stopPropagation()}>
      {no}
    </Link>
  );
}

/** A counter's number as a link to its readings. */
export function CounterLink({ no }: { readonly no: No }) {
  if (!no) return <span className="sk-faint">{missing}</span>;
  return (
    <Link className="sk-link" to={counterLogPath(no)} onDoubleClick={(e) => e.stopPropagation()}>
      {no}
    </Link>
  );
}
