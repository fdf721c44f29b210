// A camera for the tests of what is scanned, and a browser that reads QR codes by itself.
import { act } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** What the camera is, and sees; a test may change it. */
export const camera = {} as {
  hasTorch: boolean;
  /** Why it gives no picture. */
  refusal: DOMException | undefined;
  inSight: string | undefined;
  track: ReturnType<typeof newTrack>;
  stop: ReturnType<typeof vi.fn<() => void>>;
};

/** How often the browser has looked for a code. */
export const detect = vi.fn<(video: HTMLVideoElement) => Promise<{ rawValue: string }[]>>();

function newTrack() {
  return Object.assign(new EventTarget(), {
    stop: camera.stop,
    getCapabilities: () => (camera.hasTorch ? { torch: true } : {}),
    applyConstraints: vi.fn<(constraints: object) => Promise<void>>(async () => undefined),
  });
}

const getUserMedia = vi.fn<() => Promise<MediaStream>>();

/** How often somebody has asked for the camera. */
export const timesAsked = () => getUserMedia.mock.calls.length;

/** The browser has a detector for these kinds of codes. */
export function installDetector(formats = ["qr_code"]): void {
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => formats;
      detect = detect;
    },
  );
}

/** A worker that reads what is in sight, unless its code couldn't be loaded. */
class StandInWorker extends EventTarget {
  isLoaded = true;
  terminate = vi.fn<() => void>();
  listen = vi.spyOn(this as EventTarget, "addEventListener");

  constructor() {
    super();
    workers.push(this);
  }
  postMessage(): void {
    if (this.isLoaded) this.dispatchEvent(new MessageEvent("message", { data: camera.inSight }));
  }
  failToLoad(): void {
    this.isLoaded = false;
    this.dispatchEvent(new Event("error"));
  }
}

/** All that there were, the last one at the end. */
export const workers: StandInWorker[] = [];

/** Takes what the camera shows to the decoder, in such a size. */
export const readPicture = vi.fn<(left: number, top: number, width: number, height: number) => object>();

/** The browser has no detector, but runs a decoder of our own. */
export function installDecoder(): void {
  vi.stubGlobal("BarcodeDetector", undefined);
  vi.stubGlobal("Worker", StandInWorker);
  vi.spyOn(HTMLVideoElement.prototype, "videoWidth", "get").mockReturnValue(1280);
  vi.spyOn(HTMLVideoElement.prototype, "videoHeight", "get").mockReturnValue(720);
  readPicture.mockImplementation(() => ({ data: new Uint8ClampedArray(4) }));
  const context = { drawImage: () => undefined, getImageData: readPicture };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
}

function removeCameras(): void {
  Reflect.deleteProperty(navigator, "mediaDevices");
}

export const SCAN_DELAY_MS = 300;

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Holds something in front of the camera, or nothing, for so many looks. */
export async function hold(text: string | undefined, looks = 1): Promise<void> {
  if (looks === 0) return;
  camera.inSight = text;
  // One by one: what comes of a look is on the page before the next.
  await pass(SCAN_DELAY_MS);
  await hold(text, looks - 1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  camera.stop = vi.fn<() => void>();
  Object.assign(camera, { hasTorch: false, refusal: undefined, inSight: undefined, track: newTrack() });
  getUserMedia.mockReset();
  getUserMedia.mockImplementation(async () => {
    if (camera.refusal) throw camera.refusal;
    return {
      getTracks: () => [camera.track],
      getVideoTracks: () => [camera.track],
    } as unknown as MediaStream;
  });
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  workers.length = 0;
  detect.mockReset();
  detect.mockImplementation(async () => (camera.inSight === undefined ? [] : [{ rawValue: camera.inSight }]));
  installDetector();
});
afterEach(() => {
  removeCameras();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
