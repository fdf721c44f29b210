// Reads QR codes: with what the browser has for it, or with a decoder of our own where it has nothing.

/** Looks at what the camera shows right now. */
export interface Detector {
  find: (video: HTMLVideoElement) => Promise<string | undefined>;
  close: () => void;
}

/** Of the browsers' own detector, what we use. Not every browser has one, and the types know none. */
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
    find: async (video) => (await detector.detect(video))[0]?.rawValue,
    close: () => undefined,
  };
}

/** Enough to read a card's code held in front of the camera; more only takes longer. */
const LARGEST_SIDE = 720;

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, LARGEST_SIDE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

function ownDetector(): Detector {
  const worker = new Worker(new URL("decoder.worker.ts", import.meta.url), { type: "module" });
  const canvas = document.createElement("canvas");
  return {
    find: (video) =>
      new Promise((resolve, reject) => {
        const picture = pictureOf(video, canvas);
        if (!picture) return resolve(undefined);
        worker.addEventListener("message", ({ data }: MessageEvent<string | undefined>) => resolve(data), {
          once: true,
        });
        worker.addEventListener("error", () => reject(new Error("The decoder failed")), { once: true });
        worker.postMessage(picture, [picture.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}

export async function openDetector(): Promise<Detector> {
  return (await nativeDetector()) ?? ownDetector();
}
