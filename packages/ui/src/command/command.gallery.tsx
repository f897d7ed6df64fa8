import { previewedCommand, Stage, type StoryProps, sampleCommand } from "../gallery/index.ts";
import { CommandDialog } from "./command-dialog.tsx";

const nothing = () => {};

interface CommandStoryProps extends StoryProps {
  readonly onDone?: (output: { readonly count: number }) => void;
  readonly onClose?: () => void;
}

export function AllInputs({ client, onDone = nothing, onClose = nothing }: CommandStoryProps) {
  return (
    <Stage client={client}>
      <CommandDialog
        command={sampleCommand}
        title="Plan maintenance"
        onDone={onDone}
        successText={({ count }) => `${count} tasks planned`}
        onClose={onClose}
      />
    </Stage>
  );
}

/**
 * Story: the dialog was opened by the button of a row, so the mold is preset. The dialog asks only for the other
 * inputs.
 */
export function WithPreset({ client }: CommandStoryProps) {
  return (
    <Stage client={client}>
      <CommandDialog
        command={sampleCommand}
        title="Plan maintenance of M-0001"
        preset={{ moldNo: "M-0001" }}
        initial={{ level: 1 }}
        lead="The task appears in the list of daily maintenance."
        hints={{ reason: "The plant reads this" }}
        okText="Plan"
        onClose={nothing}
      />
    </Stage>
  );
}

export function Dangerous({ client }: CommandStoryProps) {
  return (
    <Stage client={client}>
      <CommandDialog
        command={sampleCommand}
        title="Scrap M-0001"
        preset={{ moldNo: "M-0001", level: 1 }}
        ask={["reason"]}
        lead="The mold leaves all lists. Its history stays."
        okText="Scrap"
        danger
        onClose={nothing}
      />
    </Stage>
  );
}

export function WithoutInputs({ client, onDone = nothing }: CommandStoryProps) {
  return (
    <Stage client={client}>
      <CommandDialog
        command={sampleCommand}
        title="Recount M-0001"
        ask={[]}
        lead="The totals are computed again from the readings."
        onDone={onDone}
        onClose={nothing}
      />
    </Stage>
  );
}

interface PreviewStoryProps extends CommandStoryProps {
  readonly mayRunAtOnce?: boolean;
}

/**
 * Story: the first click on the button shows the changes that the command would make, the second click runs the
 * command.
 */
export function WithPreview({ client, onClose = nothing, mayRunAtOnce = false }: PreviewStoryProps) {
  return (
    <Stage client={client}>
      <CommandDialog
        command={previewedCommand}
        title="Change the cavities of M-0001"
        initial={{ cavities: 4 }}
        preview={{
          show: (p) => (
            <span>
              {p.before} → {p.after}
            </span>
          ),
          isEmpty: (p) => mayRunAtOnce && p.before === p.after,
          mayRunAtOnce,
        }}
        okText="Change"
        danger
        onClose={onClose}
      />
    </Stage>
  );
}
