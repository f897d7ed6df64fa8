import { startLocale, startTheme, useLocaleCode, useTheme } from "@shotkeeper/ui/app";
import { StrictMode, useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useAddress } from "./address.ts";
import { Browser } from "./browser.tsx";
import { groups } from "./stories.ts";
import { StoryView } from "./story-view.tsx";

/** Root component. Sets the application's language and colour mode to those in the URL. */
function Gallery() {
  const shown = useAddress();
  const { locale, dark, bare } = shown;
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => {
    useLocaleCode.setState({ code: locale });
    useTheme.setState({ dark });
    setReady(true);
  }, [locale, dark]);
  if (!ready) return null;
  if (!bare) return <Browser shown={shown} />;
  const story = groups.flatMap((r) => r.stories).find((s) => s.id === shown.story);
  return story ? (
    <StoryView key={story.id} story={story} locale={locale} />
  ) : (
    <p>No story “{shown.story}”.</p>
  );
}

startTheme();
startLocale();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
