import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import { sql } from "../../kernel/db/sql.ts";
import { FileStore } from "../../kernel/files/file-store.ts";
import type { Actor } from "./actor.ts";
import { day } from "./catalog.ts";
import { between, whole } from "./random.ts";

/** Defect that a picture shows. */
export type Flaw = "flash" | "rust" | "scratch" | "leak" | "dirt" | "none";

const width = 400;
const height = 300;
export type Colour = readonly [number, number, number];

const mix = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/**
 * Returns the distance of a point from the edge of a box with rounded corners, px. Positive inside the box, negative
 * outside.
 */
function inBox(x: number, y: number, box: readonly [number, number, number, number], round: number): number {
  const [cx, cy, w, h] = box;
  const dx = Math.abs(x - cx) - (w / 2 - round);
  const dy = Math.abs(y - cy) - (h / 2 - round);
  return round - Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - Math.min(Math.max(dx, dy), 0);
}

/**
 * Returns the function that gives each pixel of a picture its colour. The picture shows one mold half: plate, cavity,
 * guide pins and the defect.
 */
function shade(key: string, flaw: Flaw): (x: number, y: number) => Colour {
  const warm = between(-8, 8, "tint", key);
  const steel: Colour = [150 + warm, 156, 163 - warm];
  const bench: Colour = [58 + warm, 62, 66];
  const cavityW = between(150, 220, "cavity", key);
  const cavityH = between(90, 130, "cavity h", key);
  const spots = Array.from({ length: 9 }, (_, i) => ({
    x: between(70, width - 70, "spot x", key, i),
    y: between(50, height - 50, "spot y", key, i),
    r: between(5, 20, "spot r", key, i),
  }));
  const slope = between(-0.6, 0.6, "slope", key);
  const phase = between(0, 6, "band", key);
  return (x, y) => {
    if (inBox(x, y, [width / 2, height / 2, 330, 230], 8) < 0) return mix(bench, [30, 32, 34], y / height);
    // Draws brushed steel: stripes in the grinding direction, with light from the upper left.
    const band = Math.sin(y * 0.9 + phase) * 3;
    let c = mix(
      [steel[0] + band, steel[1] + band, steel[2] + band],
      [104, 110, 118],
      (x + y) / (width + height),
    );
    const cavity = inBox(x, y, [width / 2, height / 2, cavityW, cavityH], 26);
    if (cavity > 0)
      c = mix([92, 98, 108], [196, 202, 210], Math.min(1, cavity / 46) * (0.4 + 0.6 * (1 - y / height)));
    for (const [px, py] of [
      [70, 66],
      [330, 66],
      [70, 234],
      [330, 234],
    ] as const) {
      const d = Math.hypot(x - px, y - py);
      if (d < 13) c = mix([214, 216, 220], [80, 84, 90], d / 13);
    }
    if (flaw === "flash" && cavity > -5 && cavity < 3 && x > width / 2 - 20) c = [226, 222, 206];
    if (flaw === "scratch" && Math.abs(y - height / 2 - (x - width / 2) * slope) < 1.6 && cavity > 6)
      c = [244, 246, 248];
    if (flaw === "leak") {
      const d = Math.hypot((x - 290) / 1.2, (y - 205) / (y > 205 ? 2.4 : 1));
      if (d < 26) c = mix([38, 58, 74], c, d / 34);
    }
    if (flaw === "rust" || flaw === "dirt")
      for (const s of spots) {
        const d = Math.hypot(x - s.x, y - s.y);
        if (d < s.r) c = mix(flaw === "rust" ? [142, 74, 34] : [48, 46, 40], c, (d / s.r) ** 2);
      }
    return c;
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Draws a picture of a mold as PNG. The demo has no photos, because its molds are invented. */
function drawMold(key: string, flaw: Flaw): Buffer {
  return drawPng(shade(key, flaw));
}

/** Encodes a PNG. `colourAt` returns the colour of each pixel. */
export function drawPng(colourAt: (x: number, y: number) => Colour): Buffer {
  const raw = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) raw.set(colourAt(x, y).map(Math.round), y * (width * 3 + 1) + 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Owner {
  /** Null: the picture belongs to no row yet. */
  readonly table: string | null;
  readonly id: string | null;
  readonly userId: string;
  readonly at: number;
}

const drawn = new Map<string, Buffer>();

/** Returns one of a few pictures per defect. Each picture is drawn once and then reused. */
function pictureOf(key: string, flaw: Flaw): Buffer {
  // Key of the drawn mold. The key does not depend on the defect, so the pictures before and after a repair show one
  // mold.
  const mold = `mold ${whole(1, 3, "variant", key)}`;
  const variant = `${mold}/${flaw}`;
  const known = drawn.get(variant) ?? drawMold(mold, flaw);
  drawn.set(variant, known);
  return known;
}

/** Maximum age of records with pictures, ms. Older records get no pictures. */
const keptMs = 240 * day;

/**
 * Stores a picture as if the user `o.userId` had uploaded it for the record `o`. Returns the path of the picture for
 * the record's field. Returns null, and stores nothing, if the record is too old to have a picture.
 */
export async function addPicture(actor: Actor, o: Owner, key: string, flaw: Flaw): Promise<string | null> {
  if (o.at < actor.app.now() - keptMs) return null;
  return storePicture(actor, o, `${key.replace(/\W+/g, "-")}.png`, pictureOf(key, flaw));
}

export async function storePicture(actor: Actor, o: Owner, name: string, png: Buffer): Promise<string> {
  const { app, tenantId } = actor;
  const store = new FileStore(join(app.config.dataDir, "files"));
  const file = await store.write(tenantId, name, Readable.from([png]));
  const path = `/files/${file.id}`;
  const at = new Date(o.at);
  await app.db.run(tenantId, [
    sql`insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, file_code,
        created_by, created_date, updated_by, updated_date
      )
      values (
        ${tenantId}, ${file.id}, ${name}, ${path}, ${file.size}, ${file.type.mediaType},
        ${o.table}, ${o.id}, ${file.sha256}, ${o.userId}, ${at}, ${o.userId}, ${at}
      )`,
  ]);
  return path;
}
