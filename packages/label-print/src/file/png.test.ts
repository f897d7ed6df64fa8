import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { pngOf } from "./png.ts";
import { samplesOf } from "./samples.ts";

const sourceOf = ({ width, height, data }: ImageData) => ({
  width,
  height,
  rows: (from: number, count: number) => data.slice(from * width * 4, (from + count) * width * 4),
});

/** Returns a picture in which each pixel differs from its neighbours. */
function pixels(width: number, height: number, isGrey: boolean): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) {
    const grey = (i * 37) % 256;
    data.set(isGrey ? [grey, grey, grey] : [grey, (i * 11) % 256, (i * 101) % 256], i * 4);
  }
  return { width, height, data, colorSpace: "srgb" } as ImageData;
}

it.each([
  ["grey", true, 0],
  ["coloured", false, 2],
])("makes a PNG file with each pixel of a %s page", async (_, isGrey, colorType) => {
  const image = pixels(23, 17, isGrey);
  const file = Buffer.from(await pngOf(samplesOf(sourceOf(image))).arrayBuffer());
  // The colour type is at byte 25 of each PNG file. The decoder checks the checksums.
  expect(file[25]).toBe(colorType);
  const read = PNG.sync.read(file, { checkCRC: true });
  expect([read.width, read.height]).toEqual([23, 17]);
  expect(new Uint8ClampedArray(read.data)).toEqual(image.data);
});

it("keeps each pixel of a page that is read in several parts", async () => {
  const image = pixels(1000, 300, true);
  const file = Buffer.from(await pngOf(samplesOf(sourceOf(image))).arrayBuffer());
  expect(PNG.sync.read(file).data.equals(Buffer.from(image.data))).toBe(true);
});

it("keeps one coloured pixel in the last place", async () => {
  const image = pixels(5, 4, true);
  image.data.set([255, 0, 0], 19 * 4);
  const read = PNG.sync.read(Buffer.from(await pngOf(samplesOf(sourceOf(image))).arrayBuffer()));
  expect([...read.data.subarray(76, 79)]).toEqual([255, 0, 0]);
});
