/** Error in the use of a command, such as a missing argument. The program prints it with a hint to --help. */
export class UsageError extends Error {}
