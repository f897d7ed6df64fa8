import { readOnlyUser, Stage, type StoryProps, sampleEntity, sampleImport } from "../gallery/index.ts";
import { ImportButton } from "./import-button.tsx";
import { useImportSpec } from "./use-import-spec.ts";

const names = ["moldNo", "moldName", "moldAge", "cavities", "isValid", "handoverDate", "startTime"];
const hints = { moldNo: "As engraved on the mold" };

function Importer() {
  const spec = useImportSpec({
    command: sampleImport,
    fields: sampleEntity.fields,
    names,
    hints,
    noun: "Molds",
  });
  return spec ? <ImportButton id="sample" spec={spec} /> : <p>No right to import</p>;
}

export const Allowed = ({ client }: StoryProps) => (
  <Stage client={client} answers={{ rf_ImportSample: () => ({ count: 0, faults: [] }) }}>
    <Importer />
  </Stage>
);

export const NotAllowed = () => (
  <Stage user={readOnlyUser}>
    <Importer />
  </Stage>
);
