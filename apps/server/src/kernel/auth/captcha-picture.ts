import { glyphs } from "./captcha-glyphs.ts";
import { encodePng } from "./png.ts";

const width = 264;
const height = 84;
/** Size of one cell of a character's grid, pixels. */
const cell = 9;

type Point = readonly [x: number, y: number];

/**
 * Returns a random number between two bounds. `Math.random` is good enough for the picture: only the text of a captcha
 * needs a cryptographic source.
 */
const between = (low: number, high: number) => low + Math.random() * (high - low);

/** Returns points on a smooth curve through the given points (Catmull-Rom). */
function smooth(points: readonly Point[]): Point[] {
  const steps = 6;
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
  const found: Point[] = [];
  for (let i = 0; i + 1 < points.length; i++)
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const mix = (axis: 0 | 1) => {
        const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
        // Halves the usual tangent. A flat tangent keeps the corners of a character recognizable.
        const [m, n] = [(c - a) / 4, (d - b) / 4];
        const [t2, t3] = [t * t, t * t * t];
        return (2 * t3 - 3 * t2 + 1) * b + (t3 - 2 * t2 + t) * m + (3 * t2 - 2 * t3) * c + (t3 - t2) * n;
      };
      found.push([mix(0), mix(1)]);
    }
  const last = points.at(-1);
  return last ? [...found, last] : found;
}

/** Picture of pixels on which lines are drawn. */
class Canvas {
  readonly pixels = new Uint8Array(width * height);

  /** Mixes a grey tone into a pixel. `cover`: 0 leaves the pixel, 1 replaces it. */
  private blend(x: number, y: number, tone: number, cover: number): void {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const i = y * width + x;
    this.pixels[i] = Math.round((this.pixels[i] ?? 0) * (1 - cover) + tone * cover);
  }

  fill(tone: (x: number) => number): void {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) this.pixels[y * width + x] = Math.max(0, Math.min(255, tone(x)));
  }

  /** Draws a line through points with round ends. */
  line(points: readonly Point[], radius: number, tone: number): void {
    for (const [i, [bx, by]] of points.entries()) {
      const [ax, ay] = points[i - 1] ?? [bx, by];
      const [dx, dy] = [bx - ax, by - ay];
      const length = dx * dx + dy * dy;
      const reach = radius + 1;
      for (let y = Math.floor(Math.min(ay, by) - reach); y <= Math.max(ay, by) + reach; y++)
        for (let x = Math.floor(Math.min(ax, bx) - reach); x <= Math.max(ax, bx) + reach; x++) {
          const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
          const distance = Math.hypot(x - ax - t * dx, y - ay - t * dy);
          const cover = radius + 0.5 - distance;
          if (cover > 0) this.blend(x, y, tone, Math.min(1, cover));
        }
    }
  }
}

/** Returns a function that bends the plane by waves, differently for each picture. */
function warp(): (p: Point) => Point {
  const waves = Array.from({ length: 3 }, () => ({
    size: between(1, 2.4),
    length: between(28, 70),
    angle: between(0, Math.PI),
    phase: between(0, 2 * Math.PI),
  }));
  return ([x, y]) => {
    let [px, py] = [x, y];
    for (const w of waves) {
      const along = (x * Math.cos(w.angle) + y * Math.sin(w.angle)) / w.length;
      const shift = w.size * Math.sin(2 * Math.PI * along + w.phase);
      px += shift * Math.sin(w.angle);
      py += shift * Math.cos(w.angle);
    }
    return [px, py];
  };
}

/** Draws a text as a PNG: characters that are turned and bent, and lines across them. */
export function drawCaptcha(text: string): Buffer {
  const canvas = new Canvas();
  const [light, slope] = [between(226, 244), between(-0.12, 0.12)];
  canvas.fill((x) => light + slope * (x - width / 2) - 6 * Math.floor(between(0, 3)));
  // Draws characters and noise in one tone, so that a program cannot separate them by tone.
  const tone = between(20, 70);
  const bend = warp();
  const step = (width - 40) / text.length;
  for (const [i, character] of [...text].entries()) {
    const [size, turn, lean] = [between(0.9, 1.1), between(-0.3, 0.3), between(-0.2, 0.2)];
    const middle: Point = [20 + step * (i + 0.5) + between(-4, 4), height / 2 + between(-8, 8)];
    const place = (column: number, row: number): Point => {
      const [x, y] = [(column - 2) * cell * size + lean * (row - 3.5) * cell, (row - 3.5) * cell * size];
      const [px, py] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
      return bend([middle[0] + px, middle[1] + py]);
    };
    for (const stroke of (glyphs[character] ?? "").split("|")) {
      const points = stroke.split(" ").map((p) => place(Number(p[0]), Number(p[1])));
      canvas.line(smooth(points), between(2, 2.7), tone);
    }
  }
  for (let i = 0; i < 3; i++) {
    const points = Array.from(
      { length: 4 },
      (_, n): Point => [(n / 3) * width + between(-20, 20), between(6, height - 6)],
    );
    canvas.line(smooth(points), between(0.7, 1.2), tone);
  }
  for (let i = 0; i < 40; i++) {
    const [x, y] = [between(0, width), between(0, height)];
    canvas.line(
      [
        [x, y],
        [x + between(-5, 5), y + between(-5, 5)],
      ],
      between(0.4, 0.9),
      tone,
    );
  }
  return encodePng(width, height, canvas.pixels);
}
