/** Class names of pictures of shops and charities: on white, as they were designed. */
export const pictureTile =
  "relative grid size-32 flex-none place-items-center overflow-hidden rounded-[min(16px,var(--corner-panel))] border border-line bg-surface-quiet has-[img]:bg-[#fff] [&>img]:size-full [&>img]:object-contain [&>img]:p-2";
