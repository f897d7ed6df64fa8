import { ClientError } from "@shotkeeper/client";
import { useAction, useFailure, useLocale } from "@shotkeeper/ui/app";
import { App } from "antd";

/**
 * Returns a function that shows a failed save, deletion or order as a message. A refusal of the server is shown with
 * its reason. If the server gave no answer, the message is errorMsg3 (spec shop §8).
 */
export function useShopFailure(): (cause: unknown) => void {
  const fail = useFailure();
  const { message } = App.useApp();
  const { msg3 } = useLocale().shop.errors;
  return (cause) => {
    const hasNoAnswer =
      cause instanceof ClientError && cause.local !== undefined && cause.local !== "aborted";
    if (hasNoAnswer) void message.error(msg3);
    else fail(cause);
  };
}

/**
 * Returns a function that runs a change under the loading overlay. It shows `done` after a success and the reason after
 * a failure.
 */
export function useShopAction(): <T>(work: () => Promise<T>, done?: string) => Promise<T | undefined> {
  const act = useAction();
  const fail = useShopFailure();
  const { message } = App.useApp();
  return (work, done) =>
    act(async () => {
      try {
        const result = await work();
        if (done) void message.success(done);
        return result;
      } catch (cause) {
        fail(cause);
        return undefined;
      }
    });
}
