import { useFormats } from "@shotkeeper/ui/app";

interface BoardMoreProps {
  readonly shown: number;
  readonly count: number;
}

/** Shows the number of rows that a list on a board leaves out, because they do not fit on the screen. */
export function BoardMore({ shown, count }: BoardMoreProps) {
  const f = useFormats();
  return count > shown && <p className="sk-board-more">+{f.whole(count - shown)}</p>;
}
