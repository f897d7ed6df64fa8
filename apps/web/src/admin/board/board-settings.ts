import { wallClock } from "@shotkeeper/ui/time";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";

type Night = "auto" | "on" | "off";

interface BoardSettings {
  /** Night mode. `auto`: from 20:00 to 06:00 in the tenant's zone. */
  readonly night: Night;
  /**
   * True: new warnings play a sound. Not stored, because after a reload browsers play no sound until the user clicks.
   */
  readonly sound: boolean;
}

interface BoardSettingsStore extends BoardSettings {
  readonly change: (part: Partial<BoardSettings>) => void;
}

/** Settings of the boards, stored per browser: a board in a dark hall needs other settings than one in an office. */
export const useBoardSettings = create<BoardSettingsStore>()(
  persist((set) => ({ night: "off", sound: false, change: (part) => set(part) }), {
    name: "board-settings",
    partialize: ({ night }) => ({ night }),
  }),
);

const order: readonly Night[] = ["auto", "on", "off"];
export const nextNight = (now: Night): Night => order[(order.indexOf(now) + 1) % order.length] ?? "auto";

const [nightFrom, nightTo] = [20, 6];
export const isNightHour = (hour: number): boolean => hour >= nightFrom || hour < nightTo;

/** Returns whether the board is in night mode now. */
export function useNight(now: Parameters<typeof wallClock>[0]): boolean {
  const night = useBoardSettings((s) => s.night);
  return night === "auto" ? isNightHour(wallClock(now).hour()) : night === "on";
}

let audio: AudioContext | undefined;

/** Plays two short tones. Browsers play nothing before the user has pressed a button on the page. */
export function playTone(): void {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [i, frequency] of [880, 660].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + i * 0.22;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.2);
  }
}

/**
 * Returns whether the number of warnings of an item (a plant, maker or project) has risen since the board last showed
 * the item. Stores the number for the next call. The first number is no rise, because these warnings may be old.
 */
export function isRise(seen: Map<string, number>, item: string, count: number): boolean {
  const before = seen.get(item);
  seen.set(item, count);
  return before !== undefined && count > before;
}

/**
 * Plays a sound when the number of warnings of `item` (the plant, maker or project shown) rises, if the user has turned
 * the sound on.
 */
export function useWarningSound(item: string | undefined, warnings: number | undefined): void {
  const sound = useBoardSettings((s) => s.sound);
  const seen = useRef(new Map<string, number>());
  useEffect(() => {
    if (warnings === undefined) return;
    if (isRise(seen.current, item ?? "", warnings) && sound) playTone();
  }, [item, warnings, sound]);
}
