import type { PageState } from "../drivers/driver.ts";
import { guarded } from "../guarded.ts";
import type { PageType } from "../model/sheet.ts";

/**
 * State of a label. waiting: not sent. sent: accepted, not yet confirmed. printed: confirmed by the printer, plug-in or
 * dialog. failed: not printed. unsure: may be on paper, and the user has to look.
 */
export type LabelState = "waiting" | PageState;

export interface LabelReport {
  /** Position of the label in the job, from 0. */
  readonly index: number;
  /** Position of the label's document in the request, from 0. */
  readonly document: number;
  /**
   * Waybill number of the document. From the second label of the document on, with a suffix: `SF1`, `SF1/2`, `SF1/3`.
   */
  readonly name: string;
  readonly state: LabelState;
  /** Fallbacks that were used for this label, for example a text that was made smaller. */
  readonly notes: readonly string[];
}

/** State change of a label. */
export interface LabelEvent extends LabelReport {
  readonly requestId: string;
  readonly jobId: string;
}

/** States of the labels of a job. */
export class LabelStates {
  readonly #labels: LabelReport[] = [];
  readonly #onChange: (label: LabelReport) => void;

  constructor(onChange: (label: LabelReport) => void) {
    this.#onChange = onChange;
  }

  add(document: number, name: string, notes: readonly string[]): void {
    const index = this.#labels.length;
    this.#labels.push({ index, document, name, state: "waiting", notes });
    this.#change(index, "waiting");
  }

  /** Changes the state of `count` labels. The state `printed` of a label is final. */
  set(from: number, count: number, state: LabelState): void {
    for (let i = from; i < Math.min(from + count, this.#labels.length); i++) {
      const label = this.#labels[i];
      if (label && label.state !== state && label.state !== "printed") this.#change(i, state);
    }
  }

  /** Changes all labels of one state in a range to another state. */
  replace(from: number, count: number, before: LabelState, after: LabelState): void {
    for (let i = from; i < from + count; i++) if (this.#labels[i]?.state === before) this.set(i, 1, after);
  }

  #change(index: number, state: LabelState): void {
    const label = this.#labels[index];
    if (!label) return;
    this.#labels[index] = { ...label, state };
    guarded(() => this.#onChange({ ...label, state }));
  }

  name(index: number): string {
    return this.#labels[index]?.name ?? "";
  }

  /** Returns all labels. A document that was not fetched counts as one waiting label. */
  report(documents: readonly { readonly masterWaybillNo: string }[]): LabelReport[] {
    const fetched = (this.#labels.at(-1)?.document ?? -1) + 1;
    const rest = documents.slice(fetched).map((d, i): LabelReport => {
      const index = this.#labels.length + i;
      return { index, document: fetched + i, name: d.masterWaybillNo, state: "waiting", notes: [] };
    });
    return [...this.#labels, ...rest];
  }
}

/** Number of labels per page. */
export const labelsPerPage = (pageType: PageType): number => (pageType === "A4" ? 2 : 1);
