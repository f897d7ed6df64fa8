import { ClientError } from "@shotkeeper/client";
import { liveState } from "@shotkeeper/contract/enumerations";
import { codes } from "@shotkeeper/contract/kernel";
import { Button } from "antd";
import { useEffect, useRef } from "react";
import { Stage, type StoryProps } from "../gallery/index.ts";
import { useAction, useFailure } from "./action.tsx";
import { Ago, useFormats } from "./ago.tsx";
import { toneStates } from "./palette.ts";
import { StateMark, StateTag, ToneTag } from "./state-tag.tsx";

const states = Object.values(liveState.values);

export function StateTags() {
  return (
    <Stage>
      {states.map((state) => (
        <StateTag key={state} state={state} />
      ))}
      <StateTag state="no-such-state" />
      <StateTag state={null} />
    </Stage>
  );
}

export function PlainStateTags() {
  return (
    <Stage>
      {states.map((state) => (
        <StateTag key={state} state={state} plain />
      ))}
    </Stage>
  );
}

export function StateMarks() {
  return (
    <Stage>
      {Object.values(toneStates).map((state) => (
        <span key={state}>
          <StateMark state={state} /> {state}
        </span>
      ))}
    </Stage>
  );
}

export function ToneTags() {
  return (
    <Stage>
      {(["good", "neutral", "attention", "bad", "info", "unsure"] as const).map((tone) => (
        <ToneTag key={tone} tone={tone}>
          {tone}
        </ToneTag>
      ))}
      <ToneTag tone="attention">A tag with a text that is much longer than a tag should be</ToneTag>
    </Stage>
  );
}

export function RelativeTimes() {
  const before = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  return (
    <Stage>
      <Ago at={before(0)} />
      <Ago at={before(3)} />
      <Ago at={before(200)} />
      <Ago at={before(3 * 24 * 60)} />
      <Ago at="2024-01-05T10:00:00Z" />
      <Ago at={null} />
    </Stage>
  );
}

function FormatTable() {
  const f = useFormats();
  const texts = [
    f.whole(1_234_567),
    f.decimal(1234.5, 2),
    f.compact(1_234_567),
    f.compact(250_000_000),
    f.percent(97.25),
    f.duration(12_345),
    f.duration(59),
    f.date("2026-03-01T10:00:00Z"),
    f.whole(null),
  ];
  return texts.map((text) => <code key={text}>{text}</code>);
}

export function Formats() {
  return (
    <Stage>
      <FormatTable />
    </Stage>
  );
}

function FailureOf({ error }: { readonly error: unknown }) {
  const fail = useFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one message, when the story opens
  useEffect(() => fail(error), []);
  return null;
}

export function RefusedMessage() {
  return (
    <Stage>
      <FailureOf error={new ClientError(`${codes.duplicate}^MOLD_NO`)} />
    </Stage>
  );
}

export function UnreachableMessage() {
  return (
    <Stage>
      <FailureOf error={new ClientError("network", "network")} />
    </Stage>
  );
}

function Runner({ work }: { readonly work: () => Promise<unknown> }) {
  const act = useAction();
  return <Button onClick={() => void act(work, "Saved 3 molds")}>Run</Button>;
}

/**
 * Button that starts an action without end. When the story unmounts, the action is ended. Otherwise the action's
 * overlay would cover the next story.
 */
function EndlessRunner() {
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const act = useAction();
  const work = () =>
    new Promise<void>((resolve) => {
      end.current = resolve;
    });
  return <Button onClick={() => void act(work)}>Run</Button>;
}

/** Story: after a click on the button, the overlay covers the page until the action ends. */
export function BusyAction() {
  return (
    <Stage>
      <EndlessRunner />
    </Stage>
  );
}

/** Story: the action waits until the test makes it fail by a time-out. */
export function WaitingAction({ onWait = () => {} }: { readonly onWait?: (fail: () => void) => void }) {
  const work = () => new Promise((_, reject) => onWait(() => reject(new ClientError("timeout", "timeout"))));
  return (
    <Stage>
      <Runner work={work} />
    </Stage>
  );
}

export function QuickAction({ client }: StoryProps) {
  return (
    <Stage client={client}>
      <Runner work={() => Promise.resolve()} />
    </Stage>
  );
}

export function FailingAction() {
  return (
    <Stage>
      <Runner work={() => Promise.reject(new ClientError(codes.forbidden))} />
    </Stage>
  );
}
