import { useEffect, useRef } from "react";
import { useOutbox } from "../app/index.ts";
import { useInvalidateData } from "../data/index.ts";

/** Makes the pages load their data again when an action of the outbox has ended. Renders nothing. */
export function OutboxRefresh() {
  const { actions } = useOutbox();
  const invalidate = useInvalidateData();
  const ended = actions.filter((a) => a.state === "done" || a.problem?.kind === "answer").length;
  const before = useRef(ended);
  useEffect(() => {
    if (ended > before.current) invalidate();
    before.current = ended;
  }, [ended, invalidate]);
  return null;
}
