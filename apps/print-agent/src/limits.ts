/** Limits of the queue. */
export interface Limits {
  /** Ended jobs in the list. Older ones are deleted. */
  readonly ended: number;
  /** Files of ended jobs that are kept for a reprint. */
  readonly files: number;
  /** Hours after which the file of an ended job is deleted. Labels contain addresses. */
  readonly hours: number;
  /** Jobs that wait or print, in all and of one origin. */
  readonly waiting: number;
  readonly waitingOfOrigin: number;
  /** Bytes of the files of all jobs. */
  readonly bytes: number;
}

export const standard: Limits = {
  ended: 2000,
  files: 200,
  hours: 24,
  waiting: 1000,
  waitingOfOrigin: 600,
  bytes: 1024 * 1024 * 1024,
};
