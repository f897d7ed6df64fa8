export { EntityForm, type EntityFormSpec } from "./entity-form.tsx";
export type { Section } from "./fields-form.tsx";
export { photosInput } from "./photos-input.tsx";
export { CutList, ReferenceSelect, type ReferenceSpec, referenceInput } from "./reference-select.tsx";
export { useClosing } from "./use-closing.ts";
