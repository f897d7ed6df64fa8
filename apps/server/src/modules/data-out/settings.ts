interface ExportSettings {
  /** Folder below which each tenant has a folder for its files. Undefined: this server offers no export to a folder. */
  readonly dir: string | undefined;
  /** True if an S3 storage may have an address in a private network. */
  readonly allowPrivate: boolean;
}

/** Reads the settings of scheduled exports from the environment. Throws if a value is invalid. */
export function readExportSettings(env: NodeJS.ProcessEnv = process.env): ExportSettings {
  const { EXPORT_DIR: dir, EXPORT_ALLOW_PRIVATE: allow = "" } = env;
  const isOn = ["on", "1", "true", "yes"].includes(allow.toLowerCase());
  if (allow && !isOn && !["off", "0", "false", "no"].includes(allow.toLowerCase()))
    throw new Error(`EXPORT_ALLOW_PRIVATE must be on or off, not "${allow}"`);
  return { dir: dir || undefined, allowPrivate: isOn };
}
