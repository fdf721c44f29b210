// Region in which a visitor shops: chosen in the header, sent with catalogue calls. An empty string
// means all regions.
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

/** Stores the choice and reloads, so that no list of another region stays on the screen. */
export function chooseRegion(regionId: string): void {
  stored.write(regionId);
  location.reload();
}

/** Shows all regions without a reload: other filters stay. */
export function clearRegion(): void {
  stored.remove();
  listeners.forEach((listener) => listener());
}
