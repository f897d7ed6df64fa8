import { codes } from "@shotkeeper/contract/kernel";
import { Button } from "antd";
import { useState } from "react";
import { Panel } from "../cells/panel.tsx";
import {
  pending,
  refusal,
  Stage,
  type StoryProps,
  sampleCommand,
  sampleEntity,
  sampleQuery,
  sampleRow,
  unreachable,
} from "../gallery/index.ts";
import { useInvalidateData } from "./invalidation.ts";
import { useRemove } from "./use-remove.ts";
import { useCommandData, useEarlyData, useRows } from "./use-rows.ts";

const request = { limit: 3 };
const live = ["reading"] as const;

function Rows() {
  const rows = useRows(sampleQuery, request, { live });
  const invalidate = useInvalidateData();
  return (
    <Panel title="Molds" wait={rows} extra={<Button onClick={invalidate}>Invalidate</Button>}>
      {rows.data?.rows.map((row) => (
        <div key={row.moldNo}>{row.moldName}</div>
      ))}
    </Panel>
  );
}

export const RowsOfAQuery = ({ client }: StoryProps) => (
  <Stage client={client}>
    <Rows />
  </Stage>
);

export const RowsLoading = () => (
  <Stage answers={{ "BS101.Q01": pending }}>
    <Rows />
  </Stage>
);

export const RowsRefused = () => (
  <Stage answers={{ "BS101.Q01": refusal(codes.forbidden) }}>
    <Rows />
  </Stage>
);

export const RowsUnreachable = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ "BS101.Q01": unreachable }}>
    <Rows />
  </Stage>
);

const counted = { moldNo: "M-0001" };

function Counted() {
  const answer = useCommandData(sampleCommand, counted, { live });
  return (
    <Panel title="Tasks" wait={answer}>
      {answer.data?.count}
    </Panel>
  );
}

export const AnswerOfACommand = () => (
  <Stage>
    <Counted />
  </Stage>
);

/** Loads the answer of the command at once. Draws the panel that shows the answer only after a click on "Open". */
function CountedLater() {
  const [isOpen, setOpen] = useState(false);
  useEarlyData(sampleCommand, counted);
  return isOpen ? <Counted /> : <Button onClick={() => setOpen(true)}>Open</Button>;
}

export const AnswerLoadedEarly = ({ client }: StoryProps) => (
  <Stage client={client}>
    <CountedLater />
  </Stage>
);

function Remover({ count }: { readonly count: number }) {
  const remove = useRemove(sampleEntity);
  const [done, setDone] = useState(false);
  const rows = Array.from({ length: count }, (_, n) => sampleRow(n));
  return (
    <>
      <Button danger onClick={() => remove(rows, () => setDone(true))}>
        Delete {count}
      </Button>
      {done && <p>Gone</p>}
    </>
  );
}

export const RemoveOne = ({ client }: StoryProps) => (
  <Stage client={client}>
    <Remover count={1} />
  </Stage>
);

export const RemoveMany = ({ client }: StoryProps) => (
  <Stage client={client}>
    <Remover count={3} />
  </Stage>
);
