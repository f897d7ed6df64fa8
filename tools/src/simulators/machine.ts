/**
 * A simulated injection molding machine with its count and its mold. The simulators of the protocols publish these
 * values.
 */
export class SimMachine {
  count: number;
  mold: string;
  /** False: the machine has no job, so the count of its job has no value. */
  hasJob = true;
  /** Name of the mold in the job. Undefined: the job names the mold on the machine. */
  jobMold: string | undefined;
  /** False: the machine names the mold in its job only. */
  hasMoldId = true;
  /** True: the mold is a device beside the machine (OPC 40082-5). */
  isMoldBeside = false;
  /** Number of shots since the machine was made. A reset of the count does not change it. */
  shots = 0;
  /** Number of shots of each mold in its life. */
  private readonly lifetimes = new Map<string, number>();

  constructor(
    readonly id: string,
    { count = 0, mold = "M-1" }: { readonly count?: number; readonly mold?: string } = {},
  ) {
    this.count = count;
    this.mold = mold;
  }

  /** Number of shots that the present mold has made in its life. */
  get lifetimeShots(): number {
    return this.lifetimes.get(this.mold) ?? 0;
  }

  /** Mounts another mold, with the number of shots that it has made before. */
  changeMold(mold: string, lifetimeShots: number): void {
    this.mold = mold;
    this.lifetimes.set(mold, lifetimeShots);
  }

  /** Makes shots. When the count reaches `turn`, it begins at 0 again, as a count of limited width does. */
  shoot(shots = 1, turn = Number.POSITIVE_INFINITY): void {
    this.shots += shots;
    this.lifetimes.set(this.mold, this.lifetimeShots + shots);
    this.count = (this.count + shots) % turn;
  }

  /** Sets the count to 0, as for a new job. */
  reset(): void {
    this.count = 0;
  }
}
