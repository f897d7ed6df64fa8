import { ageBuckets } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { BoardBars } from "./board-bars.tsx";

/** Bar chart of the number of molds by age. The bins come from spec admin §9. */
export function AgeBars({ ages }: { readonly ages: readonly number[] }) {
  const { board: t } = useLocale();
  const f = useFormats();
  const bars = ages.map((n, i) => {
    const bucket = String(ageBuckets[i]);
    return {
      key: bucket,
      value: n,
      label: f.whole(n),
      tick: i === ages.length - 1 ? `${bucket}+` : bucket,
    };
  });
  return (
    <section className="sk-board-panel">
      <h2>{t.ages}</h2>
      <BoardBars className="sk-board-ages" bars={bars} />
    </section>
  );
}
