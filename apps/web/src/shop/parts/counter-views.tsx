import type { ReactNode } from "react";

const shadow = <ellipse cx="120" cy="176" rx="86" ry="8" fill="#0b1a27" opacity="0.1" />;

/** Counter from the side: cover, base with sealing ring, magnet below the sensing face, and two screws. */
const side = (
  <g>
    {shadow}
    <path d="M50 78a14 14 0 0 1 14-14h112a14 14 0 0 1 14 14v30H50z" fill="#34597a" />
    <path d="M50 92h140v16H50z" fill="#26435c" />
    <rect x="44" y="108" width="152" height="7" rx="3" fill="#0f1f2c" />
    <path d="M46 115h148v22a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6z" fill="#1c3448" />
    <path d="M62 70h70" stroke="#fff" strokeWidth="4" strokeLinecap="round" opacity="0.25" />
    {[62, 164].map((x) => (
      <g key={x}>
        <rect x={x} y="48" width="14" height="8" rx="2" fill="#8d9dac" />
        <rect x={x + 4} y="56" width="6" height="92" fill="#b9c6d2" />
        <path
          d={`M${x + 4} 118h6m-6 6h6m-6 6h6m-6 6h6m-6 6h6`}
          stroke="#5d7183"
          strokeWidth="1.6"
          fill="none"
        />
      </g>
    ))}
    <rect x="104" y="152" width="16" height="16" fill="#d64545" />
    <rect x="120" y="152" width="16" height="16" fill="#37618b" />
    <path d="M120 143v9" stroke="#53d18b" strokeWidth="2.5" strokeDasharray="3 2" />
    <path d="M210 64v79M205 64h10M205 143h10" stroke="#ffb84d" strokeWidth="2.5" fill="none" />
  </g>
);

/** Counter on a mold: the fixed half with the counter, and the moving half with the magnet. */
const mounted = (
  <g>
    {shadow}
    {[
      [28, "#9fb0bf"],
      [126, "#b1c0cc"],
    ].map(([x, fill]) => (
      <g key={x}>
        <rect x={x} y="40" width="86" height="128" rx="5" fill={String(fill)} />
        <rect x={x} y="40" width="86" height="14" rx="5" fill="#dbe4ea" />
        <rect x={x} y="156" width="86" height="12" rx="4" fill="#7f92a2" />
        <circle cx={Number(x) + 14} cy="68" r="6" fill="#6c7f8f" />
        <circle cx={Number(x) + 72} cy="142" r="6" fill="#6c7f8f" />
      </g>
    ))}
    <path d="M116 40h8v128h-8z" fill="#5d7183" opacity="0.35" />
    <rect x="36" y="84" width="74" height="48" rx="8" fill="#26435c" />
    <rect x="36" y="84" width="74" height="14" rx="7" fill="#34597a" />
    <rect x="46" y="100" width="54" height="20" rx="3" fill="#c9e6d2" />
    <text
      x="73"
      y="115"
      textAnchor="middle"
      fontSize="13"
      fontWeight="700"
      fill="#17402c"
      fontFamily="monospace"
    >
      128430
    </text>
    <circle cx="48" cy="126" r="2.6" fill="#53d18b" />
    <rect x="130" y="94" width="20" height="14" fill="#d64545" />
    <rect x="130" y="108" width="20" height="14" fill="#37618b" />
    <path d="M112 108h16" stroke="#53d18b" strokeWidth="2.5" strokeDasharray="4 3" />
  </g>
);

/** Drawn views of a counter that the product page shows after the view from the front. */
export const counterViews = [
  { key: "side", drawing: side },
  { key: "mounted", drawing: mounted },
] as const satisfies readonly { readonly key: string; readonly drawing: ReactNode }[];
