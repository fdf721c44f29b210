import { useEffect, useEffectEvent, type RefObject } from "react";
import { m } from "@/i18n";
import { IconButton } from "@/ui/form/IconButton";
import { Spinner } from "@/ui/layout/Spinner";
import { CameraTrouble } from "./CameraTrouble";
import { useCamera } from "./useCamera";
import { useScanLoop } from "./useScanLoop";

interface ScannerProps {
  isLooking: boolean;
  /** The last scanned code, kept by a page that mounts and unmounts the camera. */
  lastCode: RefObject<string | undefined>;
  /** Called with the text of each scanned QR code. */
  onCode: (text: string) => void;
  /** Returns whether the look-up of a code failed to reach the server. */
  isUnanswered: (text: string) => boolean;
  /** Called with whether scanning is impossible, for lack of a picture or a decoder. */
  onTrouble: (isInTrouble: boolean) => void;
  /** Restarts the camera after such a failure. */
  onTryAgain: () => void;
}

/** The camera's picture with a frame for the code, or the reason why there is no picture. */
export function Scanner({ isLooking, lastCode, onCode, isUnanswered, onTrouble, onTryAgain }: ScannerProps) {
  const { video, state, torch, goBlind } = useCamera();
  const isRunning = state === "running";
  useScanLoop(video, {
    isRunning,
    isPaused: isLooking,
    lastCode,
    onCode,
    isUnanswered,
    onBlind: goBlind,
  });
  const isInTrouble = state !== "starting" && !isRunning;
  const tellTrouble = useEffectEvent(onTrouble);
  useEffect(() => tellTrouble(isInTrouble), [isInTrouble]);
  if (isInTrouble) {
    return <CameraTrouble state={state} onTryAgain={onTryAgain} />;
  }
  return (
    <div className="relative aspect-square max-h-[62dvh] overflow-hidden rounded-panel bg-[#0b0f0e] text-[#fff] [&_video]:size-full [&_video]:object-cover">
      <video ref={video} muted playsInline aria-label={m.counter_camera()} />
      <div
        className="scan-frame absolute inset-0 m-auto aspect-square w-[min(66%,300px)] rounded-[22px] shadow-[0_0_0_100vmax_rgb(0_0_0/0.38)]"
        aria-hidden="true"
      />
      {(state === "starting" || isLooking) && (
        <p
          className="absolute inset-x-4 bottom-4 mx-auto flex w-fit items-center justify-center gap-2.5 rounded-full bg-[rgb(0_0_0/0.66)] px-4.5 py-2 font-semibold"
          role="status"
        >
          <Spinner />
          {isLooking ? m.counter_looking() : m.counter_camera_starting()}
        </p>
      )}
      {torch && (
        <IconButton
          icon={torch.isLit ? "flashlight" : "flashlight-off"}
          label={m.counter_torch()}
          aria-pressed={torch.isLit}
          onClick={() => void torch.light(!torch.isLit)}
          className="absolute top-3 right-3 rounded-full bg-[rgb(0_0_0/0.55)] text-[#fff]"
        />
      )}
    </div>
  );
}
