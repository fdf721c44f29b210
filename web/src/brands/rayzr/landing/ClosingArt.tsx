/** One flat beam across the field. */
export function ClosingArt() {
  return <div aria-hidden="true" className="closing-beam" />;
}
