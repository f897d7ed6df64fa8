import { useLocale } from "@shotkeeper/ui/app";
import { App, Button } from "antd";
import type { UnsureAnswer } from "./print-pages.ts";
import "./waybill.css";

/** Returns a function that asks whether to print labels or pages again although they may be on paper already. */
export function useAskUnsure() {
  const { printing: t } = useLocale();
  const { modal } = App.useApp();
  return (title: string, content: string) =>
    new Promise<UnsureAnswer>((resolve) => {
      const answer = (value: UnsureAnswer) => () => {
        dialog.destroy();
        resolve(value);
      };
      const dialog = modal.confirm({
        title,
        content,
        onCancel: answer("stop"),
        footer: () => (
          <div className="sk-print-ask">
            <Button onClick={answer("stop")}>{t.stop}</Button>
            <Button onClick={answer("printed")}>{t.onPaper}</Button>
            <Button type="primary" onClick={answer("again")}>
              {t.printAgain}
            </Button>
          </div>
        ),
      });
    });
}
