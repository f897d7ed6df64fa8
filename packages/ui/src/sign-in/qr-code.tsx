import { create } from "qrcode";
import { useMemo } from "react";

/** Width of the empty margin around the code, in modules. Without this margin, readers do not find the code. */
const quiet = 4;

/** Draws a text as a QR code. The code is dark on light in dark mode too, because many readers expect dark modules. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: "M" });
    const parts: string[] = [];
    for (let y = 0; y < modules.size; y++)
      for (let x = 0; x < modules.size; x++)
        if (modules.get(y, x)) parts.push(`M${x + quiet} ${y + quiet}h1v1h-1z`);
    return { size: modules.size + 2 * quiet, path: parts.join("") };
  }, [text]);
  return (
    <svg
      className="sk-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
