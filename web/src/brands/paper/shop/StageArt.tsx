import sky from "../art/sky.svg?url";

/** The sun behind the card. */
export function StageArt() {
  return (
    <div
      aria-hidden="true"
      className="absolute top-[42%] left-1/2 -z-1 aspect-square w-[min(150%,680px)] -translate-1/2 [&_:is(div,svg)]:absolute [&_:is(div,svg)]:inset-0 [&_svg]:overflow-visible"
    >
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
