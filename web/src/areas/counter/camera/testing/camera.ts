// Fakes for scanner tests: a camera, and a browser that can read QR codes.
import { act } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** State of the fake camera. Tests may change it. */
export const camera = {} as {
  hasTorch: boolean;
  /** Whether the device has a camera. */
  isThere: boolean;
  /** Error of `getUserMedia`. */
  refusal: DOMException | undefined;
  inSight: string | undefined;
  track: ReturnType<typeof newTrack>;
  stop: ReturnType<typeof vi.fn<() => void>>;
};

/** Mock of the browser's detector. It counts the frames. */
export const detect = vi.fn<(video: HTMLVideoElement) => Promise<{ rawValue: string }[]>>();

function newTrack() {
  return Object.assign(new EventTarget(), {
    stop: camera.stop,
    getCapabilities: () => (camera.hasTorch ? { torch: true } : {}),
    applyConstraints: vi.fn<(constraints: object) => Promise<void>>(async () => undefined),
  });
}

const getUserMedia = vi.fn<() => Promise<MediaStream>>();

/** Number of calls of `getUserMedia`. */
export const timesAsked = () => getUserMedia.mock.calls.length;

/** Installs a `BarcodeDetector` that supports the given formats. */
export function installDetector(formats = ["qr_code"]): void {
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => formats;
      detect = detect;
    },
  );
}

/** Fake worker that decodes what is in front of the camera, unless it failed to load. */
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

/** All workers so far, in order of creation. */
export const workers: StandInWorker[] = [];

/** Mock of `getImageData`. It records the size of each frame. */
export const readPicture = vi.fn<(left: number, top: number, width: number, height: number) => object>();

/** Removes the `BarcodeDetector` and installs a fake worker with our own decoder. */
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

/** Holds a code in front of the camera, or nothing, for the given number of frames. */
export async function hold(text: string | undefined, looks = 1): Promise<void> {
  if (looks === 0) return;
  camera.inSight = text;
  // Frame by frame, so that the page updates between two frames.
  await pass(SCAN_DELAY_MS);
  await hold(text, looks - 1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  camera.stop = vi.fn<() => void>();
  Object.assign(camera, {
    hasTorch: false,
    isThere: true,
    refusal: undefined,
    inSight: undefined,
    track: newTrack(),
  });
  getUserMedia.mockReset();
  getUserMedia.mockImplementation(async () => {
    if (camera.refusal) throw camera.refusal;
    return {
      getTracks: () => [camera.track],
      getVideoTracks: () => [camera.track],
    } as unknown as MediaStream;
  });
  const enumerateDevices = async () => (camera.isThere ? [{ kind: "videoinput" }] : [{ kind: "audioinput" }]);
  const mediaDevices = { getUserMedia, enumerateDevices };
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: mediaDevices });
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
