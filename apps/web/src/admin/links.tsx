import { missing } from "@shotkeeper/ui/app";
import { Link } from "react-router";
import { counterLogPath, moldPath, orderPath } from "./paths.ts";

type No = string | null | undefined;

/** Shows the number (`no`) of a mold as a link to the mold's page. */
export function MoldLink({ no }: { readonly no: No }) {
  if (!no) return <span className="sk-faint">{missing}</span>;
  return (
    <Link className="sk-link" to={moldPath(no)} onDoubleClick={(e) => e.stopPropagation()}>
      {no}
    </Link>
  );
}

/** Shows the number (`no`) of a counter as a link to the counter's readings. */
export function CounterLink({ no }: { readonly no: No }) {
  if (!no) return <span className="sk-faint">{missing}</span>;
  return (
    <Link className="sk-link" to={counterLogPath(no)} onDoubleClick={(e) => e.stopPropagation()}>
      {no}
    </Link>
  );
}

/** Shows the number (`no`) of a production order as a link to the order in the list of orders. */
export function OrderLink({ no }: { readonly no: No }) {
  if (!no) return <span className="sk-faint">{missing}</span>;
  return (
    <Link className="sk-link" to={orderPath(no)} onDoubleClick={(e) => e.stopPropagation()}>
      {no}
    </Link>
  );
}
