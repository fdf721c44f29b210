// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const vibrate = vi.fn<(pattern: number[]) => boolean>();

/** The played tones with their times. */
let tones: { hertz: number; from: number; to: number }[];

const node = { connect: () => node };

const resume = async () => undefined;

function installAudio(): void {
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 10;
      destination = node;
      resume = resume;
    },
  );
  vi.stubGlobal(
    "OscillatorNode",
    class {
      tone = { hertz: 0, from: 0, to: 0 };
      connect = node.connect;
      constructor(_context: object, { frequency }: { frequency: number }) {
        this.tone.hertz = frequency;
        tones.push(this.tone);
      }
      start = (at: number) => void (this.tone.from = at);
      stop = (at: number) => void (this.tone.to = at);
    },
  );
  vi.stubGlobal(
    "GainNode",
    class {
      gain = { setTargetAtTime: () => undefined };
      connect = node.connect;
    },
  );
}

/** Loads the module afresh, as on a new page that has made no sound. */
async function load() {
  vi.resetModules();
  return import("./feedback");
}

async function loadSwitch() {
  const { useFeedbackSwitch } = await load();
  const { result } = renderHook(() => useFeedbackSwitch());
  return {
    isOn: () => result.current[0],
    turn: (isOn: boolean) => act(() => result.current[1](isOn)),
  };
}

beforeEach(() => {
  localStorage.clear();
  tones = [];
  vibrate.mockReset();
  Object.defineProperty(navigator, "vibrate", { configurable: true, value: vibrate });
  installAudio();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "vibrate");
  vi.unstubAllGlobals();
});

describe("useFeedbackSwitch", () => {
  it("is off until the user switches it on, and stays on for this device", async () => {
    const first = await loadSwitch();
    expect(first.isOn()).toBe(false);
    first.turn(true);
    expect(first.isOn()).toBe(true);

    const second = await loadSwitch();
    expect(second.isOn()).toBe(true);
    second.turn(false);
    expect(second.isOn()).toBe(false);
    expect((await loadSwitch()).isOn()).toBe(false);
  });

  it("is on by default on a till, until the user switches it off", async () => {
    localStorage.setItem("till", "sealed");
    const { isOn, turn } = await loadSwitch();
    expect(isOn()).toBe(true);
    (await load()).playFeedback("found");
    expect(tones).toHaveLength(1);
    turn(false);
    expect((await loadSwitch()).isOn()).toBe(false);
  });

  it("plays a sound when it is switched on, not when it is switched off", async () => {
    const { turn } = await loadSwitch();
    turn(true);
    expect(tones).toHaveLength(1);
    turn(false);
    expect(tones).toHaveLength(1);
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
});

describe("playFeedback", () => {
  it("does nothing while it is switched off", async () => {
    const { playFeedback } = await load();
    playFeedback("found");
    (await loadSwitch()).turn(false);
    playFeedback("done");
    expect(tones).toEqual([]);
    expect(vibrate).not.toHaveBeenCalled();
  });

  it("has a different sound and vibration for each event", async () => {
    localStorage.setItem("counterFeedback", "on");
    const { playFeedback } = await load();
    const said = (["found", "done", "refused"] as const).map((event) => {
      tones = [];
      playFeedback(event);
      return JSON.stringify([tones.map(({ hertz }) => hertz), vibrate.mock.lastCall]);
    });
    expect(new Set(said).size).toBe(3);
  });

  it("plays one tone after the other", async () => {
    localStorage.setItem("counterFeedback", "on");
    (await load()).playFeedback("done");
    const [first, second] = tones;
    expect(first?.from).toBe(10);
    expect(first?.to).toBeGreaterThan(10);
    expect(second?.from).toBe(first?.to);
    expect(second?.hertz).toBeGreaterThan(first?.hertz ?? 0);
  });

  it("vibrates without sound support, and plays sounds without vibration support", async () => {
    localStorage.setItem("counterFeedback", "on");
    vi.stubGlobal("AudioContext", undefined);
    (await load()).playFeedback("refused");
    expect(vibrate).toHaveBeenCalledTimes(1);

    installAudio();
    Reflect.deleteProperty(navigator, "vibrate");
    (await load()).playFeedback("refused");
    expect(tones).toHaveLength(1);
  });
});
