import { useEffect, useRef, useState } from "react";

export type CameraState = "starting" | "running" | "refused" | "missing" | "failed" | "blind";

/** The TypeScript types lack the torch, which only some cameras have. */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch?: boolean;
}

const WISHES: MediaStreamConstraints = {
  audio: false,
  // Prefer the rear camera.
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

/** Whether the device has a camera. WebKit reports a missing one like one that is in use. */
async function hasCamera(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined);
  return devices?.some(({ kind }) => kind === "videoinput") ?? true;
}

async function stateAfter(error: unknown): Promise<CameraState> {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  const isMissing = name === "NotFoundError" || name === "OverconstrainedError" || !(await hasCamera());
  return isMissing ? "missing" : "failed";
}

/** Opens the camera while the component is mounted. Returns its state, and its torch if there is one. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<MediaStreamTrack>(undefined);
  const [state, setState] = useState<CameraState>("starting");
  const [hasTorch, setHasTorch] = useState(false);
  const [isLit, setIsLit] = useState(false);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((each) => each.stop());

    const start = async () => {
      // Pages without TLS and some in-app browsers have no `mediaDevices`.
      if (!("mediaDevices" in navigator)) return setState("missing");
      stream = await navigator.mediaDevices.getUserMedia(WISHES);
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      [track.current] = stream.getVideoTracks();
      const capabilities: TorchCapabilities = track.current?.getCapabilities?.() ?? {};
      setHasTorch(capabilities.torch === true);
      setState("running");
      track.current?.addEventListener("ended", () => setState("failed"));
    };
    start().catch(async (error: unknown) => {
      stop();
      const failed = await stateAfter(error);
      if (!isOver) setState(failed);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  const light = async (isOn: boolean) => {
    const torch: TorchConstraint = { torch: isOn };
    try {
      await track.current?.applyConstraints({ advanced: [torch] });
      setIsLit(isOn);
    } catch {
      // Some phones report a torch without having one, or another app uses it: hide the button.
      setHasTorch(false);
    }
  };
  /** Stops the camera because no decoder is available. */
  const goBlind = () => {
    track.current?.stop();
    setState("blind");
  };
  return { video, state, goBlind, torch: hasTorch ? { isLit, light } : undefined };
}
