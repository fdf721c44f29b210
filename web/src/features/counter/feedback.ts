// Optional sounds and vibration at the counter: card found, money moved, refused.
import { useState } from "react";
import { localText } from "@/lib/storage";

type Event = "found" | "done" | "refused";

interface Tone {
  hertz: number;
  seconds: number;
}

const tones: Record<Event, Tone[]> = {
  found: [{ hertz: 880, seconds: 0.09 }],
  done: [
    { hertz: 660, seconds: 0.1 },
    { hertz: 990, seconds: 0.16 },
  ],
  refused: [{ hertz: 196, seconds: 0.3 }],
};

/** Milliseconds of vibration and pause, alternating. */
const shakes: Record<Event, number[]> = { found: [60], done: [60, 60, 120], refused: [260] };

const VOLUME = 0.18;

const stored = localText("counterFeedback");
/** Sounds are on by default on a till. */
const till = localText("till");

function isSwitchedOn(): boolean {
  return (stored.read() ?? (till.read() === null ? "off" : "on")) === "on";
}

let audio: AudioContext | undefined;

function play(melody: readonly Tone[]): void {
  audio ??= new AudioContext();
  void audio.resume();
  let at = audio.currentTime;
  for (const { hertz, seconds } of melody) {
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: VOLUME });
    volume.gain.setTargetAtTime(0, at + seconds / 2, seconds / 5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}

export function playFeedback(event: Event): void {
  if (!isSwitchedOn()) return;
  // Some browsers lack these APIs, or refuse them until the user has touched the page.
  try {
    navigator.vibrate?.(shakes[event]);
    play(tones[event]);
  } catch {
    // No feedback is possible.
  }
}

/** Returns whether sounds and vibration are on for this device, and a setter. */
export function useFeedbackSwitch(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(isSwitchedOn);
  const turn = (next: boolean) => {
    stored.write(next ? "on" : "off");
    setIsOn(next);
    // Play a sound within the click, because browsers then allow sounds on this page.
    if (next) playFeedback("found");
  };
  return [isOn, turn];
}
