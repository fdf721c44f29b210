import sky from "../art/sky.svg?url";

/** The sun behind the card. */
export function StageArt() {
  return (
    <div aria-hidden="true" className="stage-art">
      <svg viewBox="0 0 600 600">
        <use href={`${sky}#halo`} />
      </svg>
      <div className="turning-rays">
        <svg viewBox="0 0 600 600">
          <use href={`${sky}#rays`} />
        </svg>
      </div>
    </div>
  );
}
