import { BrandCard } from "@/features/card/BrandCard";
import sky from "../art/sky.svg?url";
import street from "../art/street.svg?url";

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
      <div className="entrance-card">
        <BrandCard isTilting />
      </div>
      <svg viewBox="0 0 1600 420" className="street-entrance-street">
        <use href={`${street}#street`} />
      </svg>
    </div>
  );
}
