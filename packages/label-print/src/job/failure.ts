import type { UnsureLabels } from "../dialogs.ts";

/**
 * Result codes of a print job. 1: done. 10: the request is incomplete (checked by this package). 11: the request
 * failed. 12: the service refused the request. 13: the carrier refused the request, or its answer cannot be drawn. 14:
 * the printer did not accept the job. 15: a preview shows a further batch of labels.
 */
export type Code = 1 | 10 | 11 | 12 | 13 | 14 | 15;

export class PrintFailure extends Error {
  readonly code: Exclude<Code, 1 | 15>;
  readonly apiResultCode: string | undefined;
  readonly detail: string | undefined;

  constructor(
    code: Exclude<Code, 1 | 15>,
    message: string,
    more: { readonly apiResultCode?: string; readonly detail?: string } = {},
  ) {
    super(message);
    this.name = "PrintFailure";
    this.code = code;
    this.apiResultCode = more.apiResultCode;
    this.detail = more.detail;
  }
}

export const noData = "获取数据失败";
export const pushFailed = "推送打印机失败";
/** Returns the question about labels that may be on paper. */
export const unsureQuestion = ({ from, to, total }: UnsureLabels): string =>
  `第 ${from === to ? from : `${from}–${to}`} 张标签（共 ${total} 张）可能已打印，是否再次打印？`;
const interrupted = "，打印任务中断，请解决问题后继续打印";

/**
 * Codes with which the carrier's service refuses a request for a cause that the user can remove. The user can then
 * print again.
 */
const passing: readonly string[] = ["A1005", "A1007", "A1008", "A1009", "A1099"];

/** Returns the message that a dialog shows for a failure. */
export function tipOf({ code, message, apiResultCode }: PrintFailure): string {
  const breaksOff = code === 11 || code === 13 || (code === 12 && passing.includes(apiResultCode ?? ""));
  return `${message || noData}${breaksOff ? interrupted : ""}`;
}
