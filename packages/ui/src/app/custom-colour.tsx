import { useLocale } from "./locale-context.tsx";
import { isPreset, shadesOf, type ThemeColour } from "./theme-colour.ts";
import { useTheme } from "./theme-store.ts";

/** Colour input of the browser, by which the user chooses any colour as theme colour. */
export function CustomColour() {
  const { shell } = useLocale();
  const colour = useTheme((t) => t.colour);
  const change = useTheme((t) => t.change);
  return (
    <input
      type="color"
      aria-label={shell.theme.ownColour}
      title={shell.theme.ownColour}
      value={isPreset(colour) ? shadesOf(colour).light : colour}
      onChange={(e) => change({ colour: e.target.value as ThemeColour })}
    />
  );
}
