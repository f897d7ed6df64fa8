/** Error in the use of a command. The program prints it with a hint to --help. */
export class UsageError extends Error {}
