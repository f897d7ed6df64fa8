import { useLocale } from "@shotkeeper/ui/app";
import { useEffect, useRef, useState } from "react";
import "./scan.css";

interface CameraProps {
  readonly onCode: (code: string) => void;
}

/**
 * Maximum width of the decoded picture, px. This width suffices for a label at arm's length, and decoding stays fast.
 */
const across = 720;
/** Pause between two decoded frames, ms. */
const pauseMs = 120;
/** Debounce: the same code within this time counts as one scan, because a label stays in view for a while. */
const sameMs = 4000;

type Trouble = "denied" | "insecure" | "noCamera";

const troubleOf = (cause: unknown): Trouble =>
  cause instanceof DOMException && (cause.name === "NotFoundError" || cause.name === "OverconstrainedError")
    ? "noCamera"
    : "denied";

/** Shows the camera's picture and calls `onCode` when a code comes into view. A worker decodes the frames. */
export function Camera({ onCode }: CameraProps) {
  const { inventory } = useLocale();
  const t = inventory.scan;
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"starting" | "on" | Trouble>("starting");
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const worker = new Worker(new URL("./decode.worker.ts", import.meta.url), { type: "module" });
    const canvas = document.createElement("canvas");
    const seen = { code: "", at: 0 };
    const look = () => {
      const picture = video.current;
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (isOver) return;
      if (!picture || !context || picture.videoWidth === 0) {
        timer = setTimeout(look, pauseMs);
        return;
      }
      const scale = Math.min(1, across / picture.videoWidth);
      canvas.width = Math.round(picture.videoWidth * scale);
      canvas.height = Math.round(picture.videoHeight * scale);
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      worker.postMessage({ data, width, height }, [data.buffer]);
    };
    worker.onmessage = (e: MessageEvent<string | null>) => {
      if (isOver) return;
      const now = performance.now();
      if (e.data !== null) {
        const isNew = e.data !== seen.code || now - seen.at > sameMs;
        seen.code = e.data;
        seen.at = now;
        if (isNew) latest.current(e.data);
      }
      timer = setTimeout(look, pauseMs);
    };
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      // Browsers offer the camera only to pages loaded over HTTPS or from localhost.
      if (!navigator.mediaDevices) return setState("insecure");
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: "environment", width: { ideal: 1280 } },
        });
        if (isOver || !video.current) return release();
        video.current.srcObject = stream;
        await video.current.play();
        setState("on");
        look();
      } catch (cause) {
        if (!isOver) setState(troubleOf(cause));
      }
    };
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
      worker.terminate();
      release();
    };
  }, []);

  const isTrouble = state !== "starting" && state !== "on";
  return (
    <div className="sk-camera" data-state={state}>
      <video ref={video} muted playsInline hidden={isTrouble} aria-label={t.aim} />
      {state === "on" && <span className="sk-camera-aim" aria-hidden="true" />}
      <p role={isTrouble ? "alert" : "status"}>
        {state === "starting" ? t.starting : state === "on" ? t.aim : t[state]}
      </p>
    </div>
  );
}
