import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import type { CameraState } from "./useCamera";

type Trouble = Exclude<CameraState, "starting" | "running">;

const words: Record<Trouble, { title: () => string; text: () => string }> = {
  refused: { title: m.counter_camera_refused, text: m.counter_camera_refused_text },
  missing: { title: m.counter_camera_missing, text: m.counter_camera_missing_text },
  failed: { title: m.counter_camera_failed, text: m.counter_camera_failed_text },
  blind: { title: m.counter_camera_blind, text: m.counter_camera_blind_text },
};

/** Reason why the camera can't scan, and a remedy. The search field stays usable. */
export function CameraTrouble({ state, onTryAgain }: { state: Trouble; onTryAgain: () => void }) {
  const { title, text } = words[state];
  return (
    <div
      className="grid justify-items-start content-center gap-3 min-h-65 p-[clamp(20px,4vw,40px)] rounded-panel bg-surface-quiet"
      role="alert"
    >
      <Icon name="camera-off" size={44} className="text-ink-soft" />
      <h2 className="text-xl">{title()}</h2>
      <p className="max-w-[42ch] text-ink-soft">{text()}</p>
      <Button onClick={onTryAgain}>{m.counter_camera_again()}</Button>
    </div>
  );
}
