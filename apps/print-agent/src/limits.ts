/** Limits of the job queue. */
export interface Limits {
  /** Maximum number of ended jobs in the list. Older ended jobs are deleted. */
  readonly ended: number;
  /** Maximum number of files of ended jobs that are kept for a reprint. */
  readonly files: number;
  /** Hours after which the file of an ended job is deleted, because labels contain addresses. */
  readonly hours: number;
  /**
   * Maximum number of jobs that wait or print: of all origins together (`waiting`), of each origin (`waitingOfOrigin`),
   * and of each printer (`waitingOfPrinter`).
   */
  readonly waiting: number;
  readonly waitingOfOrigin: number;
  readonly waitingOfPrinter: number;
  /** Maximum size of the files of all jobs together, bytes. */
  readonly bytes: number;
}

export const standard: Limits = {
  ended: 2000,
  files: 200,
  hours: 24,
  waiting: 1000,
  waitingOfOrigin: 600,
  waitingOfPrinter: 300,
  bytes: 1024 * 1024 * 1024,
};
