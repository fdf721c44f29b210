import { useState } from "react";
import { localText } from "@/lib/storage";

const stored = localText("counterCamera");

/**
 * Returns whether this device's counter camera is on. It defaults to on for phones, which have no scanner. A path that starts
 * the camera doesn't change the stored choice.
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
