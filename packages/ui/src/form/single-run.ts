/**
 * Returns a function that runs the work of a form. The work resolves with true if the form closes: the record was
 * saved, or waits on this device. While a run is unfinished, and after the form has closed, further calls do nothing.
 * Otherwise Enter pressed twice would save the form twice, because a closing form takes keys until its animation has
 * ended.
 */
export function singleRun(): (work: () => Promise<boolean>) => Promise<void> {
  let isTaken = false;
  return async (work) => {
    if (isTaken) return;
    isTaken = true;
    let isOver = false;
    try {
      isOver = await work();
    } finally {
      isTaken = isOver;
    }
  };
}
