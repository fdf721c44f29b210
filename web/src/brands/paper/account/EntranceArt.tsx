import { BrandCard } from "@/features/card/BrandCard";
import sky from "../art/sky.svg?url";
import street from "../art/street.svg?url";

const inTheSun = "absolute top-[40%] left-1/2 -z-1 -m-70 size-140 overflow-visible";

/** Illustration of the main street with a gift card in the sun. */
export function EntranceArt() {
  return (
    <div className="relative isolate grid place-items-center overflow-clip bg-(--paper-sky)">
      <svg viewBox="0 0 600 600" className={inTheSun}>
        <use href={`${sky}#halo`} />
      </svg>
      <div className={`${inTheSun} turning-rays`}>
        <svg viewBox="0 0 600 600" className="overflow-visible">
          <use href={`${sky}#rays`} />
        </svg>
      </div>
      <svg viewBox="0 0 166 66" className="absolute top-[8%] right-[6%] -z-1 w-32.5 overflow-visible">
        <use href={`${sky}#cloud`} />
      </svg>
      <div className="mb-[22%] w-[min(74%,380px)] -rotate-4 animate-sway">
        <BrandCard isTilting />
      </div>
      <svg
        viewBox="0 0 1600 420"
        className="absolute -bottom-px left-1/2 -z-1 aspect-[1600/420] h-[34%] translate-x-[-42%] overflow-visible"
      >
        <use href={`${street}#street`} />
      </svg>
    </div>
  );
}
