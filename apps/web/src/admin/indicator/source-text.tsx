import { missing, useLocale } from "@shotkeeper/ui/app";

/** Shows the source of a mold's place: its GPS position or a transfer document. */
export function SourceText({ source }: { readonly source: string | null }) {
  const { indicator: t } = useLocale();
  const words: Readonly<Record<string, string>> = t.source;
  return <>{source === null ? missing : (words[source] ?? source)}</>;
}
