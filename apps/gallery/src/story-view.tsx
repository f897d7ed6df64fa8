import type { LocaleCode } from "@shotkeeper/locales";
import { AppProviders } from "@shotkeeper/ui/app";
import { sampleClient } from "@shotkeeper/ui/gallery";
import { useState } from "react";
import type { Story } from "./stories.ts";

/** A story as it is shown. Stories of packages/datagrid know nothing of our providers, so they get the theme here. */
export function StoryView({ story, locale }: { readonly story: Story; readonly locale: LocaleCode }) {
  const [client] = useState(() => sampleClient());
  const content = <story.Component locale={locale} />;
  return story.isPlain ? <AppProviders client={client}>{content}</AppProviders> : content;
}
