import sky from "../art/sky.svg?url";

/** The sun that rises behind the hills of the footer. */
export function ClosingArt() {
  return (
    <div
      aria-hidden="true"
      className="absolute bottom-[calc(var(--sun)*-0.46)] left-1/2 -z-1 aspect-square w-(--sun) -translate-x-1/2 [&_:is(div,svg)]:absolute [&_:is(div,svg)]:inset-0"
    >
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
