import { useFormats, useLocale } from "../app/index.ts";

interface FirstOfProps {
  readonly shown: number;
  readonly total: number | undefined;
}

/** Note that a list shows only its first rows, with the number of all rows. Shows nothing if the list is complete. */
export function FirstOf({ shown, total = 0 }: FirstOfProps) {
  const { screen } = useLocale();
  const f = useFormats();
  return total > shown && <p className="sk-faint">{screen.firstOf(f.whole(shown), f.whole(total))}</p>;
}
