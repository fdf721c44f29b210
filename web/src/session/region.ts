// The region a visitor shops in: chosen in the header, sent with catalogue calls. All regions is the empty text.
import { localText } from "@/lib/storage";

const stored = localText("regionId");

export function chosenRegionId(): string {
  return stored.read() ?? "";
}

/** Remembers the choice and starts over, so that no list of another region stays on the screen. */
export function chooseRegion(regionId: string): void {
  stored.write(regionId);
  location.reload();
}
