/** Beams of light across the card's stage. */
export function StageArt() {
  return (
    <div aria-hidden="true" className="beams">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
