// Reads QR codes with the browser's `BarcodeDetector`, or with our own decoder where it is missing.

/** Looks for a code in the current video frame. Rejects if it can never read a code again. */
export interface Detector {
  find: (video: HTMLVideoElement) => Promise<string | undefined>;
  close: () => void;
}

/** The parts of `BarcodeDetector` that we use. Some browsers and the TypeScript types lack it. */
interface NativeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

async function nativeDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes("qr_code")) return undefined;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return {
    // An unreadable frame is no failure of the detector: try the next frame.
    find: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue,
    close: () => undefined,
  };
}

/** Maximum side in pixels. Enough to read a card's code; more only takes longer. */
const MAX_SIDE = 720;

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

interface Look {
  resolve: (text: string | undefined) => void;
  reject: (cause: Error) => void;
}

function ownDetector(): Detector {
  const worker = new Worker(new URL("decoder.worker.ts", import.meta.url), { type: "module" });
  const canvas = document.createElement("canvas");
  let look: Look | undefined;
  let death: Error | undefined;
  // One listener for all frames, because a day has thousands of them.
  worker.addEventListener("message", ({ data }: MessageEvent<string | undefined>) => look?.resolve(data));
  // Decoding errors are caught in the worker: this event means that the worker failed to load.
  worker.addEventListener("error", () => {
    death = new Error("The decoder failed");
    look?.reject(death);
  });
  return {
    find: (video) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death);
        const picture = pictureOf(video, canvas);
        if (!picture) return resolve(undefined);
        look = { resolve, reject };
        worker.postMessage(picture, [picture.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}

export async function openDetector(): Promise<Detector> {
  return (await nativeDetector()) ?? ownDetector();
}
