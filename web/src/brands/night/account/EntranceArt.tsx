import { BrandCard } from "@/features/card/BrandCard";

/** Illustration of a card in a beam of light at night. */
export function EntranceArt() {
  return (
    <div className="relative isolate grid scheme-dark place-items-center overflow-clip bg-[#0a0f1f]">
      <div className="beams">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="w-[min(74%,380px)] -rotate-6">
        <BrandCard isTilting />
      </div>
    </div>
  );
}
