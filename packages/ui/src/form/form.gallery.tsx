import { codes, type Fields, field } from "@shotkeeper/contract/kernel";
import { warningLevel } from "@shotkeeper/contract/warning";
import { App, Button, Form } from "antd";
import { createElement, useEffect, useState } from "react";
import {
  longRow,
  pending,
  plantQuery,
  refusal,
  Stage,
  type StoryProps,
  sampleEntity,
  sampleRow,
  unreachable,
} from "../gallery/index.ts";
import { type ConcurrentChange, ConcurrentChanges } from "./concurrent-changes.tsx";
import { EntityForm, type EntityFormSpec } from "./entity-form.tsx";
import { FieldsForm } from "./fields-form.tsx";
import { photosInput } from "./photos-input.tsx";
import { ReferenceSelect, referenceInput } from "./reference-select.tsx";

type SampleField = keyof typeof sampleEntity.fields & string;

const plant = {
  query: plantQuery,
  value: "orgId",
  label: "orgName",
  refused: (row: { readonly enabled: boolean | null }) => (row.enabled ? undefined : "Closed since March"),
} as const;

export const sampleForm: EntityFormSpec<SampleField> = {
  sections: [
    { title: "Mold", fields: ["moldNo", "moldName", "moldAge", "plantId", "cavities"] },
    { title: "Production", fields: ["standardCycle", "isValid", "handoverDate", "startTime", "remark"] },
  ],
  inputs: { plantId: referenceInput(plant) },
  hints: { standardCycle: "Seconds from one shot to the next" },
  initial: { moldAge: 0 },
};

const nothing = () => {};

interface FormStoryProps extends StoryProps {
  readonly onClose?: () => void;
  readonly onSaved?: (key: Readonly<Record<string, unknown>>) => void;
}

export function NewRecord({ client, onClose = nothing, onSaved }: FormStoryProps) {
  return (
    <Stage client={client}>
      <EntityForm
        entity={sampleEntity}
        spec={sampleForm}
        title="Add · Molds"
        onClose={onClose}
        onSaved={onSaved}
      />
    </Stage>
  );
}

export function ExistingRecord({ client, onClose = nothing, onSaved }: FormStoryProps) {
  return (
    <Stage client={client}>
      <EntityForm
        entity={sampleEntity}
        spec={sampleForm}
        row={sampleRow(1)}
        title="Edit M-0002"
        onClose={onClose}
        onSaved={onSaved}
      />
    </Stage>
  );
}

/** Story: a copied record takes over all values except the key. */
export function CopiedRecord({ client }: StoryProps) {
  return (
    <Stage client={client}>
      <EntityForm
        entity={sampleEntity}
        spec={sampleForm}
        copyFrom={sampleRow(1)}
        preset={{ isValid: true }}
        title="Add · Molds"
        onClose={nothing}
      />
    </Stage>
  );
}

/** Story: without sections, the form shows all fields that a user may fill in. */
export function WithoutSections() {
  return (
    <Stage>
      <EntityForm entity={sampleEntity} spec={{}} title="Add · Molds" onClose={nothing} />
    </Stage>
  );
}

export function LongTexts() {
  return (
    <Stage>
      <EntityForm
        entity={sampleEntity}
        spec={sampleForm}
        row={longRow}
        title={`Edit ${longRow.moldNo}`}
        onClose={nothing}
      />
    </Stage>
  );
}

const every = {
  moldNo: field.text(30, { required: true }),
  remark: field.text(200),
  cavities: field.int({ min: 1 }),
  standardCycle: field.decimal(2, { unit: "s" }),
  isValid: field.flag({ required: true }),
  handoverDate: field.date(),
  startTime: field.time(),
  level: field.choice(warningLevel, { required: true }),
} satisfies Fields;

interface FieldsStoryProps {
  readonly initial?: Readonly<Record<string, unknown>>;
  readonly locked?: readonly string[];
  /** True: the story checks all fields as soon as it opens, so that their error messages are shown. */
  readonly checked?: boolean;
}

function AllFields({ initial = {}, locked = [], checked = false }: FieldsStoryProps) {
  const [form] = Form.useForm();
  useEffect(() => {
    if (checked) form.validateFields().catch(nothing);
  }, [form, checked]);
  return (
    <div style={{ width: 640 }}>
      <FieldsForm
        form={form}
        initial={initial}
        fields={every}
        sections={[{ fields: Object.keys(every) }]}
        locked={locked}
        onSubmit={nothing}
      />
    </div>
  );
}

export const FieldTypes = () => (
  <Stage>
    <AllFields />
  </Stage>
);

export const MissingValues = () => (
  <Stage>
    <AllFields checked />
  </Stage>
);

export const InvalidValues = () => (
  <Stage>
    <AllFields
      checked
      initial={{
        moldNo: "<b>M-1</b>",
        remark: "x".repeat(210),
        cavities: 0,
        standardCycle: 2,
        isValid: true,
        level: 1,
      }}
    />
  </Stage>
);

export const LockedFields = () => (
  <Stage>
    <AllFields
      initial={{ moldNo: "M-0001", cavities: 2, isValid: false, level: 1 }}
      locked={Object.keys(every)}
    />
  </Stage>
);

interface SelectStoryProps extends StoryProps {
  readonly value?: string;
  /** Code that a scanner has read. */
  readonly code?: string;
  readonly onChange?: (value: unknown) => void;
}

function PlantSelect({ value, code, onChange }: SelectStoryProps) {
  const [chosen, setChosen] = useState<unknown>(value);
  return (
    <div style={{ width: 260 }}>
      <ReferenceSelect
        spec={plant}
        code={code}
        value={chosen}
        placeholder="Injection plant"
        onChange={(next) => {
          setChosen(next);
          onChange?.(next);
        }}
      />
    </div>
  );
}

export const ReferenceEmpty = ({ client, onChange = nothing }: SelectStoryProps) => (
  <Stage client={client}>
    <PlantSelect onChange={onChange} />
  </Stage>
);

export const ReferenceChosen = ({ client }: SelectStoryProps) => (
  <Stage client={client}>
    <PlantSelect value="P2" />
  </Stage>
);

/** Story: a select whose value the page clears, as a reset of filters does. */
export function ReferenceReset({ client }: SelectStoryProps) {
  const [value, setValue] = useState<string | undefined>("P2");
  return (
    <Stage client={client}>
      <ReferenceSelect spec={plant} value={value} onChange={nothing} placeholder="Injection plant" />
      <Button onClick={() => setValue(undefined)}>Reset</Button>
    </Stage>
  );
}

export const ReferenceScanned = ({ client, code = "P2", onChange = nothing }: SelectStoryProps) => (
  <Stage client={client}>
    <PlantSelect code={code} onChange={onChange} />
  </Stage>
);

export const ReferenceLoading = () => (
  <Stage answers={{ "SYS105.Q01": pending }}>
    <PlantSelect />
  </Stage>
);

export const ReferenceFailed = () => (
  <Stage answers={{ "SYS105.Q01": unreachable }}>
    <PlantSelect />
  </Stage>
);

export const ReferenceNotAllowed = () => (
  <Stage answers={{ "SYS105.Q01": refusal(codes.forbidden) }}>
    <PlantSelect />
  </Stage>
);

const PhotosInput = photosInput({ table: "MB_SAMPLE", id: "M-0001" });
const pictures = { "/files/a": () => new Blob(), "/files/b": () => new Blob() };

function PhotosField({ start }: { readonly start?: string }) {
  const [value, setValue] = useState<unknown>(start);
  return <PhotosInput value={value} onChange={setValue} />;
}

export const PhotosNone = ({ client }: StoryProps) => (
  <Stage client={client} answers={pictures}>
    <PhotosField />
  </Stage>
);

export const PhotosSome = ({ client }: StoryProps) => (
  <Stage client={client} answers={pictures}>
    <PhotosField start="/files/a,/files/b" />
  </Stage>
);

export const PhotosFull = () => {
  const paths = Array.from({ length: 9 }, (_, n) => `/files/p${n}`);
  return (
    <Stage answers={Object.fromEntries(paths.map((path) => [path, () => new Blob()]))}>
      <PhotosField start={paths.join(",")} />
    </Stage>
  );
};

export const PhotosDisabled = () => (
  <Stage answers={pictures}>
    <PhotosInput value="/files/a" disabled />
  </Stage>
);

const changes: readonly ConcurrentChange[] = [
  {
    label: "Mold name",
    before: "Grille 2",
    after: "Grille 2, left",
    mine: "You entered “Grille 2b”, which is kept",
  },
  { label: "Cavities", before: "2", after: "4", mine: undefined },
];

function ConcurrentDialog() {
  const { modal } = App.useApp();
  const open = () =>
    modal.confirm({
      title: "Somebody else changed this record",
      width: 520,
      content: createElement(ConcurrentChanges, {
        by: "mei.lin saved it at 10:30, while you were editing.",
        changes,
        lead: "You can load the latest version: what you changed is kept.",
      }),
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one dialog, when the story opens
  useEffect(() => void open(), []);
  return <Button onClick={open}>Open</Button>;
}

export const SomebodyElseSaved = () => (
  <Stage>
    <ConcurrentDialog />
  </Stage>
);
