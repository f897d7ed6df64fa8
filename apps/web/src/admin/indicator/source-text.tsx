import { missing, useLocale } from "@shotkeeper/ui/app";

/** By what the place of a mold is known. */
export function SourceText({ source }: { readonly source: string | null }) {
  const { indicator: t } = useLocale();
  const words: Readonly<Record<string, string>> = t.source;
  return <>{source === null ? missing : (words[source] ?? source)}</>;
}
