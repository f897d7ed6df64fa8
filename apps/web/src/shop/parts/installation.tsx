import { useLocale } from "@shotkeeper/ui/app";
import { installationDrawings } from "./installation-drawings.tsx";

/** List of the nine steps to install a counter (spec shop §2). */
export function Installation() {
  const t = useLocale().shop.product;
  const steps = [t.step1, t.step2, t.step3, t.step4, t.step5, t.step6, t.step7, t.step8, t.step9];
  return (
    <ol className="shop-steps">
      {steps.map((text, i) => (
        <li key={text}>
          <svg viewBox="0 0 200 150" aria-hidden="true">
            <rect x="8" y="8" width="184" height="134" rx="10" className="shop-step-plate" />
            {installationDrawings[i]}
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
