import { languageNames, localeCodes } from "@shotkeeper/locales";
import { useState } from "react";
import { type Shown, toAddress } from "./address.ts";
import { groups, titleOf } from "./stories.ts";
import "./gallery.css";

const widths = [0, 768, 390];
const first = groups[0]?.stories[0]?.id ?? "";

/**
 * Page of the gallery: a list of all stories by gallery file, and the chosen story in an iframe of the chosen width.
 */
export function Browser({ shown: address }: { readonly shown: Shown }) {
  const shown = { ...address, story: address.story || first };
  const [filter, setFilter] = useState("");
  const show = (part: Partial<Shown>) => location.assign(toAddress({ ...shown, ...part }));
  const wanted = filter.replace(/\s/g, "").toLowerCase();
  return (
    <div className="gallery">
      <nav aria-label="Stories">
        <input
          type="search"
          placeholder="Filter stories"
          aria-label="Filter stories"
          value={filter}
          onChange={(e) => setFilter(e.target.value)}
        />
        {groups.map((group) => (
          <section key={group.name}>
            <h2>{group.name}</h2>
            {group.stories
              .filter((s) => s.id.toLowerCase().includes(wanted))
              .map((s) => (
                <a
                  key={s.id}
                  href={toAddress({ ...shown, story: s.id })}
                  aria-current={s.id === shown.story ? "page" : undefined}
                >
                  {titleOf(s.id)}
                </a>
              ))}
          </section>
        ))}
      </nav>
      <header>
        <h1>
          {shown.story.split("/")[0]} <span>{titleOf(shown.story)}</span>
        </h1>
        <span>
          {localeCodes.map((locale) => (
            <a
              key={locale}
              href={toAddress({ ...shown, locale })}
              aria-current={locale === shown.locale ? "true" : undefined}
            >
              {languageNames[locale]}
            </a>
          ))}
        </span>
        <span>
          {widths.map((width) => (
            <a
              key={width}
              href={toAddress({ ...shown, width })}
              aria-current={width === shown.width ? "true" : undefined}
            >
              {width === 0 ? "Full width" : `${width} px`}
            </a>
          ))}
        </span>
        <label>
          <input type="checkbox" checked={shown.dark} onChange={(e) => show({ dark: e.target.checked })} />
          Dark
        </label>
        <a href={toAddress({ ...shown, bare: true })}>Alone</a>
      </header>
      <main>
        <iframe
          title={titleOf(shown.story)}
          src={toAddress({ ...shown, width: 0, bare: true })}
          style={{ width: shown.width === 0 ? "100%" : shown.width }}
        />
      </main>
    </div>
  );
}
