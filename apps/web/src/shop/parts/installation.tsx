import { useLocale } from "@shotkeeper/ui/app";

/** SVG paths of the drawings, one for each step. */
const marks: readonly string[] = [
  "M40 92h120M60 76c14-10 22 10 36 0s22 10 36 0",
  "M100 30v110M70 60h22v50H70z",
  "M62 70h30v34H62zM118 70h30v34h-30zM96 87h18",
  "M100 34v50M92 76l8 12 8-12M84 104h32M88 118h24",
  "M60 108V74a14 14 0 0 1 14-14h52a14 14 0 0 1 14 14v34zM100 34v20",
  "M72 66a12 12 0 1 0 .1 0M128 66a12 12 0 1 0 .1 0M66 78h12M122 78h12M72 100v20M128 100v20",
  "M44 60h44v56H44zM112 60h44v56h-44zM92 88h16M100 80v16",
  "M66 54h26v26H66zM108 54h26v26h-26zM66 96h26v26H66zM110 98h10v10h-10zM124 112h10v10h-10z",
  "M48 116h104M56 104l24-28 20 16 32-40M120 52h14v14",
];

/** List of the nine steps to install a counter (spec shop §2). */
export function Installation() {
  const t = useLocale().shop.product;
  const steps = [t.step1, t.step2, t.step3, t.step4, t.step5, t.step6, t.step7, t.step8, t.step9];
  return (
    <ol className="shop-steps">
      {steps.map((text, i) => (
        <li key={text}>
          <svg viewBox="0 0 200 150" aria-hidden="true">
            <rect x="20" y="16" width="160" height="118" rx="10" className="shop-step-plate" />
            <path d={marks[i]} className="shop-step-mark" />
          </svg>
          <span>
            <b>{i + 1}</b>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
