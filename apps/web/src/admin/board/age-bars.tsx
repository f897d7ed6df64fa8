import { ageBuckets } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";

/** Bar chart of the number of molds by age. The bins come from spec admin §9. */
export function AgeBars({ ages }: { readonly ages: readonly number[] }) {
  const { board: t } = useLocale();
  const f = useFormats();
  const highest = Math.max(1, ...ages);
  return (
    <section className="sk-board-panel">
      <h2>{t.ages}</h2>
      <div className="sk-board-hours sk-board-ages">
        {ages.map((n, i) => {
          const bucket = ageBuckets[i];
          return (
            <div key={bucket}>
              <span style={{ height: `${(n / highest) * 100}%` }}>
                <b>{f.whole(n)}</b>
              </span>
              <small>{i === ages.length - 1 ? `${bucket}+` : bucket}</small>
            </div>
          );
        })}
      </div>
    </section>
  );
}
