import {
  CaretRightOutlined,
  CloseOutlined,
  FullscreenOutlined,
  PauseOutlined,
  StepForwardOutlined,
} from "@ant-design/icons";
import { useLocale } from "@shotkeeper/ui/app";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

const restMs = 3_000;

/** True for a few seconds after the mouse or a key moved: a wall shows neither buttons nor pointer. */
function useStirred(): boolean {
  const [stirred, setStirred] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stir = () => {
      setStirred(true);
      clearTimeout(timer);
      timer = setTimeout(() => setStirred(false), restMs);
    };
    const events = ["pointermove", "pointerdown", "keydown"] as const;
    for (const e of events) addEventListener(e, stir);
    return () => {
      clearTimeout(timer);
      for (const e of events) removeEventListener(e, stir);
    };
  }, []);
  return stirred;
}

interface BoardControlsProps {
  readonly playing: boolean;
  readonly onToggle: () => void;
  readonly onSkip: () => void;
}

export function BoardControls({ playing, onToggle, onSkip }: BoardControlsProps) {
  const { board: t } = useLocale();
  const navigate = useNavigate();
  const stirred = useStirred();
  const full = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <nav className="sk-board-controls" data-shown={stirred || undefined}>
      <button
        type="button"
        onClick={onToggle}
        aria-label={playing ? t.pause : t.play}
        title={playing ? t.pause : t.play}
      >
        {playing ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      <button type="button" onClick={onSkip} aria-label={t.next} title={t.next}>
        <StepForwardOutlined />
      </button>
      <button type="button" onClick={() => void full()} aria-label={t.fullscreen} title={t.fullscreen}>
        <FullscreenOutlined />
      </button>
      <button type="button" onClick={() => navigate("/")} aria-label={t.leave} title={t.leave}>
        <CloseOutlined />
      </button>
    </nav>
  );
}
