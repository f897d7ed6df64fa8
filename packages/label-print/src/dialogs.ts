export interface Dialogs {
  /** Shows a message. Resolves when the user has closed it. */
  tip(message: string): Promise<void>;
  /**
   * Asks the user whether to send a failed batch to the printer again. `message` is the complete question. `reason` is
   * only the cause, for dialogs with their own wording.
   */
  retry(message: string, reason: string): Promise<boolean>;
  /**
   * Asks the user about labels that may be on paper. "again" prints them once more. "printed" counts them as printed.
   * "stop" ends the job, and the labels stay unsure. Default: calls `retry`; its answer true means "again", false
   * "stop".
   */
  unsure?(message: string, labels: UnsureLabels): Promise<"again" | "printed" | "stop">;
}

/** Labels whose state is not known: they may or may not be on paper. */
export interface UnsureLabels {
  /** Positions of the first and of the last label (`to`) in the job, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** Number of labels of the job. */
  readonly total: number;
  readonly names: readonly string[];
}

/** Texts of the dialogs, for pages in other languages. */
export interface DialogTexts {
  readonly title: string;
  readonly close: string;
  readonly retry: string;
  readonly cancel: string;
  readonly check: string;
  /** Text between the reason of a failure and the request to check the printer (`check`). */
  readonly separator: string;
  readonly again: string;
  readonly printed: string;
  readonly stop: string;
}

const chinese: DialogTexts = {
  title: "提示",
  close: "关闭",
  retry: "重试",
  cancel: "取消",
  check: "请检查打印机后重试",
  separator: "，",
  again: "再次打印",
  printed: "已打印",
  stop: "停止",
};

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style: Partial<CSSStyleDeclaration>,
  text = "",
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  Object.assign(e.style, style);
  e.textContent = text;
  return e;
}

const button: Partial<CSSStyleDeclaration> = {
  minWidth: "72px",
  height: "32px",
  padding: "0 15px",
  borderRadius: "6px",
  border: "1px solid GrayText",
  background: "Canvas",
  color: "CanvasText",
  font: "inherit",
  cursor: "pointer",
};

/** Shows a dialog by the native dialog element, which keeps the focus inside and closes on Escape. */
function show(texts: DialogTexts, message: string, more: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const box = element("dialog", {
      width: "480px",
      maxWidth: "calc(100vw - 32px)",
      boxSizing: "border-box",
      padding: "20px 24px",
      border: "none",
      borderRadius: "8px",
      boxShadow: "0 6px 24px rgba(0,0,0,.2)",
      // Uses the system colours, which are dark if the page has a dark colour scheme.
      background: "Canvas",
      color: "CanvasText",
      font: "14px/1.6 system-ui, sans-serif",
    });
    box.setAttribute("aria-label", texts.title);
    const head = element("div", { display: "flex", justifyContent: "space-between", alignItems: "center" });
    head.append(element("strong", { fontSize: "16px" }, texts.title));
    const close = element("button", { ...button, minWidth: "0", border: "none", padding: "0 8px" }, "×");
    close.setAttribute("aria-label", texts.close);
    close.onclick = () => box.close("");
    head.append(close);
    const foot = element("div", { display: "flex", justifyContent: "end", gap: "8px" });
    for (const [i, label] of more.entries()) {
      const b = element(
        "button",
        i === more.length - 1
          ? { ...button, background: "#1677ff", borderColor: "#1677ff", color: "#fff" }
          : button,
        label,
      );
      b.onclick = () => box.close(label);
      foot.append(b);
    }
    box.append(head, element("p", { margin: "12px 0 20px", overflowWrap: "anywhere" }, message), foot);
    box.onclose = () => {
      box.remove();
      resolve(box.returnValue);
    };
    document.body.append(box);
    box.showModal();
    if (foot.lastElementChild instanceof HTMLElement) foot.lastElementChild.focus();
  });
}

/** Creates the message dialogs of a page from plain HTML elements, 480 px wide. */
export function dialogs(texts: Partial<DialogTexts> = {}): Dialogs {
  const t = { ...chinese, ...texts };
  return {
    async tip(message) {
      await show(t, message, [t.close]);
    },
    async retry(message) {
      return (await show(t, `${message}${t.separator}${t.check}`, [t.cancel, t.retry])) === t.retry;
    },
    async unsure(message) {
      const answer = await show(t, message, [t.stop, t.printed, t.again]);
      return answer === t.again ? "again" : answer === t.printed ? "printed" : "stop";
    },
  };
}
