import { useState } from "react";
import { localText } from "@/lib/storage";

const stored = localText("counterCamera");

/** Whether the camera is on at this device's counter. A phone has it on by itself: it has no scanner. */
export function useCameraSwitch(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(
    () => (stored.read() ?? (matchMedia("(pointer: fine)").matches ? "off" : "on")) === "on",
  );
  const turn = (next: boolean) => {
    stored.write(next ? "on" : "off");
    setIsOn(next);
  };
  return [isOn, turn];
}
