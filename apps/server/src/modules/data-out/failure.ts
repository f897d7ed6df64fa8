/** A file could not be written for a reason outside of the server. The user reads the message. */
export class ExportFailure extends Error {}
