// Reads TopoJSON and simplifies its lines.

/** Returns the arcs of a topology as lists of [longitude, latitude], degrees. */
export const arcsOf = ({ arcs, transform: { scale, translate } }) =>
  arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });

/** Returns the index of an arc. In TopoJSON, a negative number ~index means that a ring uses the arc backwards. */
const indexOf = (arc) => (arc < 0 ? ~arc : arc);

/** Returns the rings (closed outlines) of the geometries. Each ring is the list of the indexes of its arcs. */
export function ringsOf(geometry) {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(ringsOf);
  if (geometry.type === "MultiPolygon") return geometry.arcs.flat();
  return geometry.type === "Polygon" ? geometry.arcs : [];
}

/**
 * Returns the points of a ring. Each arc begins with the last point of the arc before it, so this point is kept once.
 */
export const pointsOf = (ring, arcs) =>
  ring.flatMap((arc, n) => {
    const points = arc < 0 ? arcs[~arc].toReversed() : arcs[arc];
    return n === 0 ? points : points.slice(1);
  });

/** Returns the indexes of the arcs between two geometries of the list, such as borders without coasts. */
export function sharedArcs(geometries) {
  const users = new Map();
  for (const g of geometries)
    for (const arc of new Set(ringsOf(g).flat().map(indexOf))) users.set(arc, (users.get(arc) ?? 0) + 1);
  return [...users].filter(([, count]) => count > 1).map(([arc]) => arc);
}

/** Area of a triangle in squared degrees of latitude. The cosine converts degrees of longitude to them. */
const area = ([ax, ay], [bx, by], [cx, cy]) =>
  (Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2) * Math.cos((by * Math.PI) / 180);

/**
 * Simplifies a line by the algorithm of Visvalingam. Each inner point forms a triangle with its two neighbours. The
 * function removes points until the area of each triangle is at least `leastArea` of its inner point. It begins with
 * the triangle that is smallest in proportion to this minimum. The ends of the line stay, so lines that met still meet.
 */
export function simplified(line, leastArea) {
  const points = [...line];
  for (;;) {
    let [smallest, at] = [1, 0];
    for (let i = 1; i < points.length - 1; i++) {
      const share = area(points[i - 1], points[i], points[i + 1]) / leastArea(points[i]);
      if (share < smallest) [smallest, at] = [share, i];
    }
    if (at === 0) return points;
    points.splice(at, 1);
  }
}
