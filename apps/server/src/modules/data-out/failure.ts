import { AppError } from "@shotkeeper/contract/kernel";

/** Error: a file could not be written for a reason outside of the server. The user sees the message of this error. */
export class ExportFailure extends AppError {}
