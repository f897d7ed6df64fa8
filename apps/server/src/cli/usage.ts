/** Error in the use of a command, such as a missing argument. The program prints it with a hint to --help. */
export class UsageError extends Error {}

/** Returns the arguments of a command. Throws if there are too few or too many. */
export function take(args: readonly string[], ...names: readonly string[]): string[] {
  const missing = names[args.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing`);
  if (args.length > names.length) throw new UsageError(`"${args[names.length]}" is one argument too many`);
  return [...args];
}
