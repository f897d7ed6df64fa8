import { AppError } from "@shotkeeper/contract/kernel";

/** A file could not be written for a reason outside of the server. The user reads its message. */
export class ExportFailure extends AppError {}
