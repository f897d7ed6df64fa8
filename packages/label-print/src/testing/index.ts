export { type FakePlugIn, type FakePlugInOptions, fakePlugIn } from "./fake-plug-in.ts";
export {
  type FakeAnswer,
  type FakeService,
  fakeService,
  parsed,
  type SeenCall,
  sampleContent,
  waybill,
} from "./fake-service.ts";
export { samplePicture, sampleTexts, sampleTurns, sampleWaybill } from "./samples.ts";
export { labelsOfEscPos, labelsOfZpl } from "./thermal-paper.ts";
