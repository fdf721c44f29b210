/** Light falls across the stage. */
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
