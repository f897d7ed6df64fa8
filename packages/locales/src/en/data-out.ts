import type { Texts } from "../types.ts";
import type { dataOut as model } from "../zh-CN/data-out.ts";

export const dataOut: Texts<typeof model> = {
  tabs: { schedules: "Schedules", files: "Files" },
  sections: { what: "What", where: "Where" },
  hints: {
    exportId: "Letters, digits, - and _. Cannot be changed later.",
    datasets: "You can select datasets that you may read yourself",
    exportSince: "Cannot be changed later",
    waitHours: "Readings that come later are missing in the file. Write it again to include them.",
    targetFolder: "For example bi/plant1. Empty: no folder",
    s3Endpoint: "Without the bucket, for example https://s3.eu-central-1.amazonaws.com",
    s3KeyId: "After saving, set the secret key by the action of the row",
  },
  download: "Download",
  downloadTitle: "Download a file",
  range: "Period",
  downloaded: "The file was downloaded",
  noFolder:
    "This server offers no folder (EXPORT_DIR is not set). Choose an S3 storage, or ask the operator.",
  secret: "Set secret key",
  secretTitle: (name) => `Secret key · ${name}`,
  secretLead: "The key is stored encrypted. Nobody can read it again.",
  stopped: "Stopped: owner without rights",
  takeOver: "Take over",
  takenOver: "The schedule now uses your rights",
  again: "Write again",
  againMany: (n) => `Write ${n} again`,
  queued: (n) => (n === 1 ? "The file will be written again" : `${n} files will be written again`),
  all: "All",
  failed: "Failed",
  emptyHint: "A schedule writes the data of each day or hour as files for other programs.",
  filesEmpty: "No files",
  filesEmptyHint: "The first file is written when the first period has ended.",
};
