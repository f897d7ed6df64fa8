import { messageOf, useLocale } from "@shotkeeper/ui/app";
import { Nothing } from "./plain.tsx";

/** Why the goods cannot be shown. */
export default function Failure({ error }: { readonly error: Error }) {
  const locale = useLocale();
  return <Nothing>{messageOf(error, locale) || locale.shop.index.closed}</Nothing>;
}
