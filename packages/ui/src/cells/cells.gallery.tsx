import { ClientError } from "@shotkeeper/client";
import { liveState } from "@shotkeeper/contract/enumerations";
import { codes } from "@shotkeeper/contract/kernel";
import { Button } from "antd";
import {
  longRow,
  pending,
  refusal,
  Stage,
  type StoryProps,
  sampleQuery,
  sampleRow,
} from "../gallery/index.ts";
import { Battery, CellLink, ChoiceTag, Count, Deviation, ReachedBar, Signal, UsedBar } from "./cells.tsx";
import { EmptyHint } from "./empty-hint.tsx";
import { Facts } from "./facts.tsx";
import { Figure, Panel } from "./panel.tsx";
import { Photos } from "./photos.tsx";
import { StoredImage } from "./stored-image.tsx";

const bar = { width: 160 };
/** Returns a small SVG picture as a file. */
const picture = () =>
  new Blob(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#1f5fc4"/></svg>',
    ],
    { type: "image/svg+xml" },
  );
const files = { "/files/a": picture, "/files/b": picture, "/files/gone": refusal(codes.fileNotFound) };

export function UsedBars() {
  return (
    <Stage>
      {[0, 45.2, 90, 99.9, 104, null].map((percent) => (
        <div key={percent} style={bar}>
          <UsedBar percent={percent} />
        </div>
      ))}
    </Stage>
  );
}

export function ReachedBars() {
  return (
    <Stage>
      {[0, 84.9, 85, 95, 120, null].map((percent) => (
        <div key={percent} style={bar}>
          <ReachedBar percent={percent} />
        </div>
      ))}
    </Stage>
  );
}

export function Batteries() {
  return (
    <Stage>
      {[100, 21, 20, 10, 0, null].map((percent) => (
        <Battery key={percent} percent={percent} />
      ))}
    </Stage>
  );
}

export function Signals() {
  return (
    <Stage>
      {[-70, -90, -100, -108, -115, null].map((dbm) => (
        <Signal key={dbm} dbm={dbm} />
      ))}
    </Stage>
  );
}

export function Deviations() {
  return (
    <Stage>
      {[0, 3.2, -6.1, 14, null].map((percent) => (
        <Deviation key={percent} percent={percent} />
      ))}
      <Deviation percent={-11.6} level="attention" />
    </Stage>
  );
}

export function Counts() {
  return (
    <Stage>
      <Count value={12_345} />
      <Count value={3} tone="attention" />
      <Count value={7} tone="bad" />
      <Count value={0} />
      <Count value={null} />
    </Stage>
  );
}

const tones = {
  running: "good",
  stopped: "neutral",
  idle: "attention",
  awaitingReport: "neutral",
  silent: "unsure",
  removed: "bad",
  inRepair: "info",
  inTrial: "info",
  scrapped: "neutral",
  unbound: "neutral",
} as const;

export function ChoiceTags() {
  return (
    <Stage>
      {Object.values(liveState.values).map((value) => (
        <ChoiceTag key={value} of={liveState} value={value} tones={tones} />
      ))}
      <ChoiceTag of={liveState} value={null} tones={tones} />
    </Stage>
  );
}

export function Links() {
  return (
    <Stage>
      <CellLink onClick={() => {}}>M-0001</CellLink>
    </Stage>
  );
}

export function EmptyWithAction() {
  return (
    <Stage>
      <EmptyHint
        title="Molds: nothing here yet"
        hint="Add the first mold, or import your list from a spreadsheet."
        action={<Button type="primary">Add</Button>}
      />
    </Stage>
  );
}

export function EmptyAlone() {
  return (
    <Stage>
      <EmptyHint title="No data yet" />
    </Stage>
  );
}

const names = Object.keys(sampleQuery.columns).filter((name) => name !== "plantId");

/** Story: shows a value of each field type with its unit. */
export function FactsOfARecord() {
  return (
    <Stage>
      <div style={{ width: 680 }}>
        <Facts
          fields={sampleQuery.columns}
          names={names}
          row={sampleRow(1)}
          cells={{ battery: <Battery percent={83} /> }}
        />
      </div>
    </Stage>
  );
}

export function FactsWithoutValues() {
  return (
    <Stage>
      <div style={{ width: 680 }}>
        <Facts fields={sampleQuery.columns} names={names} row={{ moldNo: "M-0002" }} />
      </div>
    </Stage>
  );
}

export function FactsWithLongTexts() {
  return (
    <Stage>
      <div style={{ width: 420 }}>
        <Facts fields={sampleQuery.columns} names={names} row={longRow} />
      </div>
    </Stage>
  );
}

const waiting = { isPending: true, error: null, refetch: () => {} };

export function Panels() {
  return (
    <Stage>
      <Panel title="Shots today" extra={<Button size="small">Export</Button>}>
        A panel with a title and a button.
      </Panel>
      <Panel>A panel without a title.</Panel>
    </Stage>
  );
}

export function PanelLoading() {
  return (
    <Stage>
      <div style={{ width: 420 }}>
        <Panel title="Shots today" wait={waiting} />
      </div>
    </Stage>
  );
}

export function PanelFailed({ onRetry = () => {} }: StoryProps & { readonly onRetry?: () => void }) {
  const wait = { isPending: false, error: new ClientError("network", "network"), refetch: onRetry };
  return (
    <Stage>
      <Panel title="Shots today" wait={wait} />
    </Stage>
  );
}

export function Figures() {
  return (
    <Stage>
      <div className="sk-kpis" style={{ width: 720 }}>
        <Figure label="Shots today" value="12,345" />
        <Figure label="Life used" value="45.2" unit="%" note="54,800 shots left" level="good" />
        <Figure label="Life used" value="92.0" unit="%" note="Ends in 3 weeks" level="attention" />
        <Figure label="A label that is longer than its card is wide" value="104.0" unit="%" level="bad" />
        <Figure label="Cycle now" value="–" unit="s" />
      </div>
    </Stage>
  );
}

export function PhotosInALine({ client }: StoryProps) {
  return (
    <Stage client={client} answers={files}>
      <Photos value="/files/a,/files/b" />
      <Photos value="/files/gone" />
      <Photos value={null} />
    </Stage>
  );
}

export function PhotosLoading() {
  return (
    <Stage answers={{ "/files/a": pending }}>
      <Photos value="/files/a" />
    </Stage>
  );
}

export function StoredImages() {
  return (
    <Stage answers={{ ...files, "/files/wait": pending }}>
      {["/files/a", "/files/gone", "/files/wait"].map((path) => (
        <div key={path} style={{ width: 160 }}>
          <StoredImage path={path} alt="Mold, front" broken="The picture cannot be shown" />
        </div>
      ))}
    </Stage>
  );
}
