/** A flat beam across the section. */
export function ClosingArt() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 left-[58%] -z-1 w-[26%] skew-x-[-24deg] bg-[linear-gradient(rgb(255_255_255/0.55),rgb(255_255_255/0))]"
    />
  );
}
