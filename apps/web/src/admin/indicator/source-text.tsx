import { missing, useLocale } from "@shotkeeper/ui/app";

/** Shows how the system knows where a mold is: by a GPS position or by a transfer document. */
export function SourceText({ source }: { readonly source: string | null }) {
  const { indicator: t } = useLocale();
  const words: Readonly<Record<string, string>> = t.source;
  return <>{source === null ? missing : (words[source] ?? source)}</>;
}
