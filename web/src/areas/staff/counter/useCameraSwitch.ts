import { useState } from "react";
import { localText } from "@/lib/storage";

const stored = localText("counterCamera");

/**
 * Whether the camera is on at this device's counter. A phone has it on by itself: it has no scanner. An address that starts the
 * camera changes nothing for the next time.
 */
export function useCameraSwitch(isStarted: boolean): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(
    () => isStarted || (stored.read() ?? (matchMedia("(pointer: fine)").matches ? "off" : "on")) === "on",
  );
  const [wasStarted, setWasStarted] = useState(isStarted);
  if (isStarted !== wasStarted) {
    setWasStarted(isStarted);
    if (isStarted) setIsOn(true);
  }
  const turn = (next: boolean) => {
    stored.write(next ? "on" : "off");
    setIsOn(next);
  };
  return [isOn, turn];
}
