import type { ReactNode } from "react";

const steel = "#b9c6d2";
const dark = "#22384c";
/** Colour of drawn metal rods, with enough contrast on light and dark pages. */
const rod = "#5d7183";
const amber = "#ffb84d";
const green = "#53d18b";

const shadow = <ellipse cx="120" cy="172" rx="78" ry="9" fill="#0b1a27" opacity="0.1" />;

/** Returns the drawing of a counter: body, display, lamp, a word for the type of radio, and radio waves. */
function counter(word: string, waves: ReactNode): ReactNode {
  return (
    <>
      {shadow}
      <rect x="44" y="62" width="152" height="102" rx="18" fill="#15293a" />
      <rect x="50" y="58" width="140" height="100" rx="16" fill="#26435c" />
      <rect x="50" y="58" width="140" height="26" rx="13" fill="#34597a" />
      <rect x="66" y="88" width="108" height="38" rx="6" fill="#c9e6d2" />
      <text
        x="120"
        y="115"
        textAnchor="middle"
        fontFamily="ui-monospace, monospace"
        fontSize="24"
        fontWeight="700"
        fill="#17402c"
      >
        128430
      </text>
      <circle cx="68" cy="143" r="4.5" fill={green} />
      <text
        x="172"
        y="148"
        textAnchor="end"
        fontFamily="system-ui"
        fontSize="13"
        fontWeight="700"
        fill="#a9c3da"
      >
        {word}
      </text>
      <circle cx="62" cy="71" r="3.4" fill="#15293a" />
      <circle cx="178" cy="71" r="3.4" fill="#15293a" />
      {waves}
    </>
  );
}

const waves = (
  <g fill="none" stroke={green} strokeWidth="5" strokeLinecap="round">
    <path d="M104 44a22 22 0 0 1 32 0" />
    <path d="M92 31a40 40 0 0 1 56 0" opacity="0.6" />
  </g>
);
const antenna = (
  <g>
    <rect x="170" y="14" width="9" height="48" rx="4.5" fill={rod} />
    <path
      d="M190 22a16 16 0 0 1 0 22M199 15a28 28 0 0 1 0 36"
      fill="none"
      stroke={amber}
      strokeWidth="4.5"
      strokeLinecap="round"
    />
  </g>
);
const cells = (
  <g fill="#5aa9e6">
    <rect x="96" y="34" width="9" height="12" rx="2" />
    <rect x="110" y="26" width="9" height="20" rx="2" />
    <rect x="124" y="18" width="9" height="28" rx="2" />
    <rect x="138" y="10" width="9" height="36" rx="2" opacity="0.45" />
  </g>
);

function battery(x: number, y: number, scale: number): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect x="15" y="0" width="20" height="9" rx="3" fill={steel} />
      <rect x="0" y="8" width="50" height="102" rx="8" fill="#2f8f5b" />
      <rect x="0" y="8" width="50" height="26" rx="8" fill="#1d2d3a" />
      <rect x="0" y="26" width="50" height="8" fill={amber} />
      <path d="M28 46 15 74h11l-4 22 15-30H26z" fill="#e8fff1" />
      <rect x="6" y="12" width="6" height="94" rx="3" fill="#fff" opacity="0.18" />
    </g>
  );
}

export const drawings: Readonly<Record<string, ReactNode>> = {
  JS001: counter("4G", waves),
  JS002: counter("NB-IoT", cells),
  JS003: counter("LoRa", antenna),
  J007: (
    <>
      {shadow}
      <path
        d="M38 150V86a42 42 0 0 1 42-42h80a42 42 0 0 1 42 42v64a14 14 0 0 1-14 14H52a14 14 0 0 1-14-14z"
        fill="#8d9dac"
      />
      <path
        d="M46 146V88a38 38 0 0 1 38-38h72a38 38 0 0 1 38 38v58a10 10 0 0 1-10 10H56a10 10 0 0 1-10-10z"
        fill="#d3dce4"
      />
      <rect x="70" y="80" width="100" height="58" rx="10" fill="#5d7183" />
      <rect x="76" y="86" width="88" height="46" rx="7" fill="#26435c" />
      <rect x="88" y="96" width="64" height="24" rx="4" fill="#c9e6d2" />
      {[58, 182].map((cx) => (
        <g key={cx}>
          <circle cx={cx} cy="142" r="8" fill="#8d9dac" />
          <path d={`M${cx - 4} 142h8M${cx} 138v8`} stroke="#4e6172" strokeWidth="2.4" strokeLinecap="round" />
        </g>
      ))}
      <path
        d="M64 62a26 26 0 0 1 18-8h60"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
        opacity="0.8"
      />
    </>
  ),
  J002: (
    <>
      {shadow}
      <path d="M40 92 120 56l80 36v54l-80 30-80-30z" fill="#e0862a" />
      <path d="M40 92 120 56l80 36-80 32z" fill="#ffb65c" />
      <path d="m84 92 36-16 36 16-36 15z" fill="#b8641a" />
      <path d="m92 92 28-12 28 12-28 11z" fill="#26435c" />
      <path d="M120 124v52" stroke="#b8641a" strokeWidth="3" />
      <circle cx="64" cy="120" r="7" fill="#b8641a" />
      <circle cx="176" cy="120" r="7" fill="#9c5313" />
      <path d="M48 96 118 65" stroke="#fff" strokeWidth="4" strokeLinecap="round" opacity="0.55" />
    </>
  ),
  DC001: (
    <>
      {shadow}
      {battery(66, 46, 1.08)}
      {battery(122, 46, 1.08)}
      <path d="M60 150h120" stroke={dark} strokeWidth="7" strokeLinecap="round" />
      <path
        d="M180 150c16 0 22-10 22-26"
        stroke="#c0392b"
        strokeWidth="4.5"
        fill="none"
        strokeLinecap="round"
      />
    </>
  ),
  DC002: (
    <>
      {shadow}
      {battery(93, 40, 1.12)}
    </>
  ),
  WG001: (
    <>
      {shadow}
      {[70, 170].map((x) => (
        <rect key={x} x={x - 5} y="18" width="10" height="86" rx="5" fill={rod} />
      ))}
      <rect x="36" y="98" width="168" height="64" rx="14" fill="#e6edf3" />
      <rect x="36" y="98" width="168" height="22" rx="11" fill="#f7fafc" />
      <g fill={green}>
        {[64, 84, 104].map((cx) => (
          <circle key={cx} cx={cx} cy="138" r="5" />
        ))}
      </g>
      <circle cx="124" cy="138" r="5" fill={amber} />
      <rect x="150" y="132" width="36" height="12" rx="6" fill="#c3d0dc" />
      <path
        d="M104 52a22 22 0 0 1 32 0M94 40a36 36 0 0 1 52 0"
        fill="none"
        stroke={amber}
        strokeWidth="5"
        strokeLinecap="round"
      />
    </>
  ),
  CT001: (
    <>
      {shadow}
      <path d="M44 154V62h36v56h80V62h36v92z" fill="#c4d0da" />
      <path d="M44 62h36v14H44zM160 62h36v14h-36z" fill="#eef3f7" />
      <rect x="92" y="92" width="56" height="56" rx="6" fill="#d64545" />
      <path d="M92 120h56v22a6 6 0 0 1-6 6H98a6 6 0 0 1-6-6z" fill="#37618b" />
      <text
        x="120"
        y="114"
        textAnchor="middle"
        fontSize="17"
        fontWeight="700"
        fill="#fff"
        fontFamily="system-ui"
      >
        N
      </text>
      <text
        x="120"
        y="141"
        textAnchor="middle"
        fontSize="17"
        fontWeight="700"
        fill="#fff"
        fontFamily="system-ui"
      >
        S
      </text>
    </>
  ),
  CT002: (
    <>
      {shadow}
      <path d="M40 156a80 80 0 0 1 160 0z" fill="#c4d0da" />
      <path d="M56 156a64 64 0 0 1 128 0z" fill="#eef3f7" />
      <circle cx="120" cy="112" r="42" fill="#d64545" />
      <path d="M78 112a42 42 0 0 0 84 0z" fill="#37618b" />
      <circle cx="120" cy="112" r="15" fill="#f5f8fa" />
    </>
  ),
  LL001: (
    <>
      {shadow}
      <path
        d="M70 34h78l28 28v96a12 12 0 0 1-12 12H70a12 12 0 0 1-12-12V46a12 12 0 0 1 12-12z"
        fill="#34597a"
      />
      <path d="M148 34v20a8 8 0 0 0 8 8h20z" fill="#22384c" />
      <rect x="80" y="92" width="74" height="56" rx="8" fill={amber} />
      <path
        d="M80 112h22v16H80M154 112h-22v16h22M104 92v56M130 92v56"
        stroke="#b97714"
        strokeWidth="3"
        fill="none"
      />
      <path d="M86 58h44M86 72h28" stroke="#a9c3da" strokeWidth="5" strokeLinecap="round" />
    </>
  ),
  RJ001: (
    <>
      {shadow}
      <rect x="30" y="38" width="180" height="112" rx="10" fill={dark} />
      <rect x="38" y="46" width="164" height="96" rx="5" fill="#f4f8fb" />
      <path d="M96 150h48l8 18H88z" fill="#8d9dac" />
      <rect x="46" y="54" width="40" height="80" rx="4" fill="#dbe6ee" />
      <path
        d="M96 118l18-22 16 12 22-34 20 18 18-26"
        fill="none"
        stroke="#2b7de0"
        strokeWidth="5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M52 66h28M52 80h22M52 94h26M52 108h18"
        stroke="#9fb4c6"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M98 128h88" stroke="#c8d5e0" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
};
