/** A command with missing arguments. The help is shown with its message. */
export class UsageError extends Error {}
