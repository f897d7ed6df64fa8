import type { ReactNode } from "react";

const steel = "#a9b8c5";
const light = "#d3dde5";
const shade = "#7f92a2";
const body = "#26435c";
const screen = "#c9e6d2";
const red = "#d64545";
const blue = "#37618b";
const amber = "#e39a24";
const green = "#2f9e62";

/** Half of a mold: a steel block with a light upper edge and two guide bushes. */
const half = (x: number, width = 52): ReactNode => (
  <g>
    <rect x={x} y="44" width={width} height="76" rx="4" fill={steel} />
    <rect x={x} y="44" width={width} height="10" rx="4" fill={light} />
    <rect x={x} y="112" width={width} height="8" rx="3" fill={shade} />
    <circle cx={x + width / 2} cy="66" r="5" fill={shade} />
    <circle cx={x + width / 2} cy="104" r="5" fill={shade} />
  </g>
);

/** Counter seen from the front. The origin is its upper left corner. */
const counter = (x: number, y: number, text = ""): ReactNode => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="44" height="30" rx="5" fill={body} />
    <rect x="6" y="7" width="32" height="12" rx="2" fill={screen} />
    <circle cx="9" cy="24" r="2" fill="#53d18b" />
    <text
      x="22"
      y="17"
      textAnchor="middle"
      fontSize="9"
      fontWeight="700"
      fill="#17402c"
      fontFamily="monospace"
    >
      {text}
    </text>
  </g>
);

/** Magnet with a red and a blue pole. */
const magnet = (x: number, y: number): ReactNode => (
  <g>
    <rect x={x} y={y} width="14" height="9" fill={red} />
    <rect x={x} y={y + 9} width="14" height="9" fill={blue} />
  </g>
);

const arrow = (d: string, head: string): ReactNode => (
  <g>
    <path d={d} fill="none" stroke={amber} strokeWidth="4" strokeLinecap="round" />
    <path d={head} fill={amber} />
  </g>
);

const partingLine = <path d="M100 34v96" stroke={red} strokeWidth="2" strokeDasharray="5 4" fill="none" />;

/** Drawings of the nine steps to install a counter, each in an SVG view box of 200 by 150 units. */
export const installationDrawings: readonly ReactNode[] = [
  // Step 1: a cloth wipes oil and burrs off the face of the mold.
  <g key="clean">
    {half(30, 140)}
    <path d="M64 84c14-12 24 8 38-2s24 8 36-2l10 26c-14 10-24-6-38 4s-26-6-38 2z" fill="#6fb1e4" />
    <path d="M72 92c14-10 24 8 36 0s20 6 30-2" fill="none" stroke="#fff" strokeWidth="3" opacity="0.7" />
    <path d="m158 30 3 8 8 3-8 3-3 8-3-8-8-3 8-3zM48 32l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" fill={amber} />
  </g>,
  // Step 2: the counter goes to the fixed half, near the parting line.
  <g key="place">
    {half(44)}
    {half(104)}
    {partingLine}
    <g opacity="0.55">{counter(52, 76)}</g>
    <rect
      x="50"
      y="74"
      width="48"
      height="34"
      rx="6"
      fill="none"
      stroke={green}
      strokeWidth="2.5"
      strokeDasharray="5 3"
    />
    {arrow("M24 22c12 22 20 36 34 46", "m62 72-13-3 9-9z")}
  </g>,
  // Step 3: the centres of magnet and counter are on one line.
  <g key="align">
    {half(44)}
    {half(104)}
    {counter(52, 76)}
    {magnet(108, 82)}
    <path d="M34 91h128" stroke={green} strokeWidth="2" strokeDasharray="8 3 2 3" fill="none" />
    <circle cx="74" cy="91" r="6" fill="none" stroke={green} strokeWidth="2" />
    <circle cx="115" cy="91" r="12" fill="none" stroke={green} strokeWidth="2" />
  </g>,
  // Step 4: two holes are drilled, 8 mm deep.
  <g key="drill">
    <rect x="34" y="82" width="132" height="46" rx="4" fill={steel} />
    <rect x="34" y="82" width="132" height="8" rx="3" fill={light} />
    <path d="M76 82v24h14V82z" fill="#4e6172" />
    <path d="M112 82v24h14V82z" fill="#4e6172" />
    <path d="M78 24h10v22h-10zM80 46h6l-1 50-2 8-2-8z" fill={shade} />
    <path d="m80 54 6 4m-6 4 6 4m-6 4 6 4m-6 4 6 4" stroke="#eef3f7" strokeWidth="1.6" />
    <path d="M140 82h12M140 106h12M146 84v20" stroke={amber} strokeWidth="2.4" fill="none" />
    <text x="152" y="99" fontSize="13" fontWeight="700" fill={amber} fontFamily="system-ui">
      8
    </text>
  </g>,
  // Step 5: the protective shell goes over the counter.
  <g key="shell">
    <rect x="30" y="112" width="140" height="18" rx="4" fill={steel} />
    {counter(78, 82)}
    <path
      d="M62 66V44a14 14 0 0 1 14-14h48a14 14 0 0 1 14 14v22h-10V48a8 8 0 0 0-8-8H80a8 8 0 0 0-8 8v18z"
      fill={shade}
    />
    <path d="M76 34h40" stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity="0.7" />
    {arrow("M50 42v44M150 42v44", "m44 84 6 12 6-12zm100 0 6 12 6-12z")}
  </g>,
  // Step 6: both M4 screws are tightened with a hex key.
  <g key="screws">
    <rect x="34" y="56" width="132" height="60" rx="8" fill={shade} />
    <rect x="40" y="60" width="120" height="50" rx="6" fill={light} />
    {counter(78, 70)}
    {[54, 146].map((cx) => (
      <g key={cx}>
        <circle cx={cx} cy="85" r="9" fill={steel} stroke={shade} strokeWidth="2" />
        <path d={`m${cx} 80 4.4 2.5v5L${cx} 90l-4.4-2.5v-5z`} fill="#3b4c5a" />
      </g>
    ))}
    <path d="M146 85V34h30" fill="none" stroke="#3b4c5a" strokeWidth="5" strokeLinejoin="round" />
    {arrow("M128 60a26 26 0 0 1 12-14", "m146 42-13 2 7 9z")}
  </g>,
  // Step 7: the mold closes once, and the count goes up by one.
  <g key="close">
    {half(22)}
    {half(126)}
    {counter(30, 76, "+1")}
    {magnet(130, 82)}
    {arrow("M82 62h14M118 62h-14", "m94 55 8 7-8 7zm12 0-8 7 8 7z")}
    <text
      x="100"
      y="30"
      textAnchor="middle"
      fontSize="18"
      fontWeight="700"
      fill={green}
      fontFamily="system-ui"
    >
      +1
    </text>
  </g>,
  // Step 8: a phone scans the code of the counter and binds it to the mold.
  <g key="scan">
    {half(112, 66)}
    {counter(123, 70)}
    <rect x="34" y="28" width="56" height="98" rx="9" fill="#1d2d3a" />
    <rect x="39" y="37" width="46" height="78" rx="3" fill="#f4f8fb" />
    <path d="M47 48h14v14H47zM63 48h14v14H63zM47 64h14v14H47zM66 67h4v4h-4zm6 6h5v5h-5z" fill="#1d2d3a" />
    <path d="M50 51h8v8h-8zM66 51h8v8h-8zM50 67h8v8h-8z" fill="#f4f8fb" />
    <rect x="46" y="90" width="32" height="14" rx="4" fill={green} />
    <path d="m56 97 4 4 8-8" fill="none" stroke="#fff" strokeWidth="2.4" />
    <path d="M90 70 120 80M90 90l30 2" stroke={red} strokeWidth="2" strokeDasharray="4 3" />
  </g>,
  // Step 9: the platform shows the first reading.
  <g key="reading">
    <rect x="32" y="28" width="136" height="84" rx="7" fill="#1d2d3a" />
    <rect x="38" y="34" width="124" height="72" rx="3" fill="#f4f8fb" />
    <path d="M86 112h28l6 14H80z" fill={shade} />
    <rect x="45" y="42" width="46" height="22" rx="3" fill="#dbe6ee" />
    <text x="68" y="58" textAnchor="middle" fontSize="13" fontWeight="700" fill={body} fontFamily="monospace">
      90001
    </text>
    <path
      d="M45 98 66 84l16 8 24-22 18 10 30-24"
      fill="none"
      stroke="#2b7de0"
      strokeWidth="3.4"
      strokeLinejoin="round"
    />
    <circle cx="154" cy="56" r="4.5" fill={green} />
    <path d="M100 46h52M100 54h30" stroke="#b6c6d3" strokeWidth="4" strokeLinecap="round" />
  </g>,
];
