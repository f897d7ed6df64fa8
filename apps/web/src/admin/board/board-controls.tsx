import {
  BellOutlined,
  CaretRightOutlined,
  CloseOutlined,
  FullscreenOutlined,
  MoonOutlined,
  MutedOutlined,
  PauseOutlined,
  StepForwardOutlined,
} from "@ant-design/icons";
import { useLocale } from "@shotkeeper/ui/app";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { nextNight, playTone, useBoardSettings } from "./board-settings.ts";

const hideAfterMs = 3_000;

/**
 * Returns whether the pointer moved or a key was pressed in the last seconds (`hideAfterMs`). Otherwise the board hides
 * its buttons and the mouse pointer.
 */
function useRecentInput(): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const activate = () => {
      setActive(true);
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), hideAfterMs);
    };
    const events = ["pointermove", "pointerdown", "keydown"] as const;
    for (const e of events) addEventListener(e, activate);
    return () => {
      clearTimeout(timer);
      for (const e of events) removeEventListener(e, activate);
    };
  }, []);
  return isActive;
}

interface BoardControlsProps {
  readonly playing: boolean;
  readonly onToggle: () => void;
  readonly onSkip: () => void;
  /** Label of the button that shows the next plant, maker, project or page. */
  readonly next: string;
}

export function BoardControls({ playing, onToggle, onSkip, next }: BoardControlsProps) {
  const { board: t } = useLocale();
  const navigate = useNavigate();
  const isActive = useRecentInput();
  const { night, sound, change } = useBoardSettings();
  const soundText = sound ? t.sound.on : t.sound.off;
  const toggleSound = () => {
    // Plays the sound once. The user hears its volume, and the click makes the browser allow sounds from now on.
    if (!sound) playTone();
    change({ sound: !sound });
  };
  const toggleFullscreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <nav className="sk-board-controls" data-shown={isActive || undefined}>
      <button
        type="button"
        onClick={onToggle}
        aria-label={playing ? t.pause : t.play}
        title={playing ? t.pause : t.play}
      >
        {playing ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      <button type="button" onClick={onSkip} aria-label={next} title={next}>
        <StepForwardOutlined />
      </button>
      <button
        type="button"
        onClick={() => change({ night: nextNight(night) })}
        aria-label={t.night[night]}
        title={t.night[night]}
        data-on={night}
      >
        <MoonOutlined />
      </button>
      <button type="button" onClick={toggleSound} aria-label={soundText} title={soundText}>
        {sound ? <BellOutlined /> : <MutedOutlined />}
      </button>
      <button
        type="button"
        onClick={() => void toggleFullscreen()}
        aria-label={t.fullscreen}
        title={t.fullscreen}
      >
        <FullscreenOutlined />
      </button>
      <button type="button" onClick={() => navigate("/")} aria-label={t.leave} title={t.leave}>
        <CloseOutlined />
      </button>
    </nav>
  );
}
