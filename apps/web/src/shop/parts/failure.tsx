import { messageOf, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { Nothing } from "./plain.tsx";

/** Error message of a failed query, with a button that repeats all queries. */
export default function Failure({ error }: { readonly error: Error }) {
  const locale = useLocale();
  const queries = useQueryClient();
  return (
    <Nothing>
      {messageOf(error, locale) || locale.shop.index.closed}
      <br />
      <button type="button" className="shop-more" onClick={() => void queries.invalidateQueries()}>
        {locale.shell.common.retry}
      </button>
    </Nothing>
  );
}
