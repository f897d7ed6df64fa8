import type { LocaleCode } from "@shotkeeper/locales";
import { AppProviders } from "@shotkeeper/ui/app";
import { sampleClient } from "@shotkeeper/ui/gallery";
import { useState } from "react";
import type { Story } from "./stories.ts";

/** Renders a story. Stories of packages/datagrid contain no application providers, so this component adds them. */
export function StoryView({ story, locale }: { readonly story: Story; readonly locale: LocaleCode }) {
  const [client] = useState(() => sampleClient());
  const content = <story.Component locale={locale} />;
  return story.isPlain ? <AppProviders client={client}>{content}</AppProviders> : content;
}
