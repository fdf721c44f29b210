import sky from "../art/sky.svg?url";

/** The sun comes up behind the hills of the footer. */
export function ClosingArt() {
  return (
    <div aria-hidden="true" className="closing-sun">
      <div className="turning-rays">
        <svg viewBox="0 0 600 600">
          <use href={`${sky}#rays`} />
        </svg>
      </div>
      <svg viewBox="0 0 600 600">
        <use href={`${sky}#disc`} />
      </svg>
    </div>
  );
}
