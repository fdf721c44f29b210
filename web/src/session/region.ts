// The region a visitor shops in: chosen in the header, sent with catalogue calls. All regions is the empty text.
import { useSyncExternalStore } from "react";
import { localText } from "@/lib/storage";

const stored = localText("regionId");
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chosenRegionId(): string {
  return stored.read() ?? "";
}

export function useChosenRegionId(): string {
  return useSyncExternalStore(subscribe, chosenRegionId, chosenRegionId);
}

/** Remembers the choice and starts over, so that no list of another region stays on the screen. */
export function chooseRegion(regionId: string): void {
  stored.write(regionId);
  location.reload();
}

/** Lists show all regions from now on, in the same page: what else narrows them stays as it is. */
export function forgetRegion(): void {
  stored.remove();
  listeners.forEach((listener) => listener());
}
