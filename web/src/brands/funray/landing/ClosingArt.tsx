import sky from "../art/sky.svg?url";

/** The sun comes up behind the hills of the footer. */
export function ClosingArt() {
  return (
    <svg viewBox="0 0 600 600" aria-hidden="true" className="closing-sun">
      <use href={`${sky}#rays`} className="street-hero-rays" />
      <use href={`${sky}#disc`} />
    </svg>
  );
}
