interface ExportSettings {
  /** Folder below which each tenant has a folder for its files. Undefined: this server offers none. */
  readonly dir: string | undefined;
  /** True if storages may have addresses in private networks. */
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
