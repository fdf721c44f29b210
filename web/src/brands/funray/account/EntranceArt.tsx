import { m } from "@/i18n";
import { GiftCard } from "@/features/card/GiftCard";
import sky from "../art/sky.svg?url";
import street from "../art/street.svg?url";

const CORAL = 27;

/** A window onto the main street, with the card it is all about in the sun. */
export function EntranceArt() {
  return (
    <div className="street-entrance">
      <svg viewBox="0 0 600 600" className="street-entrance-halo">
        <use href={`${sky}#halo`} />
      </svg>
      <div className="street-entrance-rays turning-rays">
        <svg viewBox="0 0 600 600">
          <use href={`${sky}#rays`} />
        </svg>
      </div>
      <svg viewBox="0 0 166 66" className="street-entrance-cloud">
        <use href={`${sky}#cloud`} />
      </svg>
      <div className="entrance-card street-hero-card">
        <GiftCard
          shop={{ name: m.landing_example_shop(), hue: CORAL }}
          amount={25}
          cause={{ name: m.landing_example_cause(), share: 2.5 }}
          isTilting
        />
      </div>
      <svg viewBox="0 0 1600 420" className="street-entrance-street">
        <use href={`${street}#street`} />
      </svg>
    </div>
  );
}
