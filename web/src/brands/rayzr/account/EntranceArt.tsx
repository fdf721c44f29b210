import { m } from "@/i18n";
import { GiftCard } from "@/features/card/GiftCard";

const BLUE = 262;

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
        <GiftCard shop={{ name: m.landing_rayzr_example1(), hue: BLUE }} amount={25} isTilting />
      </div>
    </div>
  );
}
