import { workplaceFigures } from "@shotkeeper/contract/board";
import { useEarlyData } from "@shotkeeper/ui/data";

const noInput = {};
const opensWorkplace = /^#?(\/|\/dashboard\/workplace)?$/.test(location.hash);

/**
 * Asks for the figures of the workplace while the user's data is still loading, so that the page has figures when it is
 * first drawn. Renders nothing.
 */
export function EarlyFigures() {
  return opensWorkplace ? <Asking /> : null;
}

function Asking() {
  useEarlyData(workplaceFigures, noInput);
  return null;
}
