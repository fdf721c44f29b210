// Reads QR codes: with what the browser has for it, or with a decoder of our own where it has nothing.

/** Looks at what the camera shows right now. It fails when it will never read anything any more. */
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
    // One picture that it can't take is not its end: the next may be better.
    find: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue,
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

interface Look {
  resolve: (text: string | undefined) => void;
  reject: (cause: Error) => void;
}

function ownDetector(): Detector {
  const worker = new Worker(new URL("decoder.worker.ts", import.meta.url), { type: "module" });
  const canvas = document.createElement("canvas");
  let look: Look | undefined;
  let death: Error | undefined;
  // Once for all looks, of which there are thousands in a day.
  worker.addEventListener("message", ({ data }: MessageEvent<string | undefined>) => look?.resolve(data));
  // It catches what a picture does to it: this is a worker that couldn't be loaded, and answers nobody.
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
