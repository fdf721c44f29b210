// Where somebody begins in what has just come up: a dialog, or a form in the place of another.
const FIELD = "form :is(input, select, textarea):enabled";

/**
 * What is marked with `data-first-stop`, or else the first field of a form. On a phone its keyboard would cover the form
 * before anybody has seen it, so that only what is marked counts there. Elsewhere the browser chooses.
 */
function firstStopIn(dialog: HTMLDialogElement): HTMLElement | null {
  const types = matchMedia("(pointer: fine)").matches;
  return (
    dialog.querySelector<HTMLElement>("[data-first-stop]") ??
    (types ? dialog.querySelector<HTMLElement>(FIELD) : null)
  );
}

/**
 * Puts somebody where they haven't gone themselves: a field that is left as it was has nothing to complain of. What it says
 * would push away what they are pressing at that moment.
 */
export function beginAt(place: HTMLElement): void {
  place.focus();
  let isUsed = false;
  for (const use of ["input", "change"]) place.addEventListener(use, () => (isUsed = true), { once: true });
  place.addEventListener("focusout", (event) => isUsed || event.stopPropagation(), { once: true });
}

/**
 * Moves the focus to the first stop of a dialog that has just opened. While there is none, because its content still loads,
 * it waits for one, until somebody has moved the focus themselves. Returns what ends the waiting.
 */
export function beginAtFirstStop(dialog: HTMLDialogElement): () => void {
  let isOver = false;
  let observer: MutationObserver | undefined;
  // Not before it stays open: in development it is opened twice, and a field that was left would complain at once.
  queueMicrotask(() => {
    if (isOver) return;
    const place = firstStopIn(dialog);
    if (place) return beginAt(place);
    const chosenByBrowser = document.activeElement;
    observer = new MutationObserver(() => {
      const isMoved = document.activeElement !== chosenByBrowser;
      const latePlace = isMoved ? null : firstStopIn(dialog);
      if (latePlace) beginAt(latePlace);
      if (latePlace || isMoved) observer?.disconnect();
    });
    observer.observe(dialog, { childList: true, subtree: true });
  });
  return () => {
    isOver = true;
    observer?.disconnect();
  };
}
