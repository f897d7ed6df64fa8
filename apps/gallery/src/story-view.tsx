import type { LocaleCode } from "@shotkeeper/locales";
import { AppProviders } from "@shotkeeper/ui/app";
import { sampleClient } from "@shotkeeper/ui/gallery";
import { useState } from "react";
import type { Story } from "./stories.ts";

/** Renders a story. Stories of packages/datagrid have no providers of ours, so the theme is added here. */
export function StoryView({ story, locale }: { readonly story: Story; readonly locale: LocaleCode }) {
  const [client] = useState(() => sampleClient());
  const content = <story.Component locale={locale} />;
  return story.isPlain ? <AppProviders client={client}>{content}</AppProviders> : content;
}
