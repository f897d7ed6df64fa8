import type { LoginTexts } from "@shotkeeper/locales";
import { useState } from "react";
import "./illustration.css";

const shape = (n: number) =>
  String(n)
    .padStart(7, "0")
    .replace(/(\d)(?=(\d{3})+$)/g, "$1 ");

/**
 * Animated picture of a mold that closes while its counter goes up by one. The iteration event of the CSS animation
 * increments the counter, so that the animation and the counter stay in step.
 */
export function Illustration({ texts }: { readonly texts: LoginTexts["login"] }) {
  const [shots, setShots] = useState(128_430);
  return (
    <svg className="login-picture" viewBox="0 0 560 380" role="img" aria-label={texts.illustration}>
      <defs>
        <linearGradient id="steel" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#e8eef4" />
          <stop offset="1" stopColor="#b4c2cf" />
        </linearGradient>
        <linearGradient id="platen" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#6f8599" />
          <stop offset="1" stopColor="#4b6075" />
        </linearGradient>
      </defs>

      {/* Thin lines of a technical drawing in the background */}
      <g className="login-lines">
        <path d="M20 338h520M96 330v16M464 330v16M280 40v286" />
        <path d="M96 338l8-4m-8 4 8 4M464 338l-8-4m8 4-8 4" />
      </g>

      {/* Tie bars of the injection machine */}
      <g fill="#8ea2b4">
        <rect x="60" y="128" width="440" height="9" rx="4.5" />
        <rect x="60" y="283" width="440" height="9" rx="4.5" />
      </g>

      {/* Injection unit of the machine */}
      <path d="M14 190h34l16 12v16l-16 12H14z" fill="url(#platen)" />
      <rect x="18" y="203" width="40" height="14" rx="7" fill="#ff9f43" className="login-melt" />

      {/* Fixed half of the mold: platen, then a plate with the cavity */}
      <rect x="64" y="104" width="32" height="212" rx="5" fill="url(#platen)" />
      <path d="M96 120h154v42h-62a10 10 0 0 0-10 10v76a10 10 0 0 0 10 10h62v42H96z" fill="url(#steel)" />
      <path d="M60 206h118v8H60z" fill="#ff9f43" opacity="0.9" />
      <g fill="#93a5b5">
        <circle cx="116" cy="142" r="6" />
        <circle cx="116" cy="278" r="6" />
      </g>

      {/* The molded part in the cavity, visible when the mold opens */}
      <path
        className="login-part"
        d="M188 162h62v18h-46v60h46v18h-62a10 10 0 0 1-10-10v-76a10 10 0 0 1 10-10z"
        fill="#ffb84d"
      />

      {/* Moving half of the mold: the core, its plate, the platen */}
      <g className="login-moving" onAnimationIteration={() => setShots((n) => n + 1)}>
        <path d="M254 120h120v180H254v-60h-46a4 4 0 0 1-4-4v-52a4 4 0 0 1 4-4h46z" fill="url(#steel)" />
        <rect x="374" y="104" width="32" height="212" rx="5" fill="url(#platen)" />
        <rect x="406" y="196" width="58" height="28" rx="4" fill="#5c7186" />
        <g fill="#93a5b5">
          <circle cx="354" cy="142" r="6" />
          <circle cx="354" cy="278" r="6" />
        </g>
        <g fill="#7d90a2">
          <rect x="300" y="188" width="74" height="5" rx="2.5" />
          <rect x="300" y="227" width="74" height="5" rx="2.5" />
        </g>
      </g>

      {/* The counter on the fixed half */}
      <g>
        <path d="M150 96v24M198 96v24" stroke="#0d2233" strokeWidth="6" />
        <rect
          x="104"
          y="44"
          width="146"
          height="56"
          rx="10"
          fill="#0b1a27"
          stroke="#3f5a70"
          strokeWidth="2"
        />
        <rect x="114" y="54" width="126" height="28" rx="4" fill="#c9e6d2" />
        <text x="177" y="74.5" textAnchor="middle" className="login-digits">
          {shape(shots)}
        </text>
        <circle cx="120" cy="91" r="2.6" fill="#53d18b" className="login-led" />
        <rect x="130" y="89.5" width="60" height="3" rx="1.5" fill="#3f5a70" />
        <g className="login-waves" fill="none" stroke="#53d18b" strokeWidth="3" strokeLinecap="round">
          <path d="M262 56a18 18 0 0 1 0 26" />
          <path d="M272 48a30 30 0 0 1 0 42" />
          <path d="M282 40a42 42 0 0 1 0 58" />
        </g>
      </g>

      {/* Card with the figures that the application shows */}
      <g className="login-card" transform="translate(372 26)">
        <rect width="168" height="58" rx="10" />
        <text x="14" y="22">
          {texts.shotsToday}
        </text>
        <text x="14" y="45" className="login-figure">
          {(shots - 115_583).toLocaleString("en-US")}
        </text>
        <path d="M92 42l10-7 10 3 10-12 10 5 12-13 12 5" fill="none" stroke="#53d18b" strokeWidth="2.2" />
      </g>
    </svg>
  );
}
