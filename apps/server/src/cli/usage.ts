/** A command that was not given what it needs: shown with the help. */
export class UsageError extends Error {}
