import { BrandCard } from "@/features/card/BrandCard";

/** Night, one beam, one card in it. */
export function EntranceArt() {
  return (
    <div className="beam-entrance scheme-dark">
      <div className="beams">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="entrance-card">
        <BrandCard isTilting />
      </div>
    </div>
  );
}
