// Where somebody begins in what has just come up: a dialog, or a form in the place of another.
const FIELD = "form :is(input, select, textarea):enabled";

/**
 * What is marked with `data-first-stop`, or else the first field of a form. On a phone its keyboard would cover the form
 * before anybody has seen it, so that the title comes first there: the browser would choose the button that closes it all.
 * Where there is no form, the browser chooses.
 */
function firstStopIn(dialog: HTMLDialogElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>("[data-first-stop]");
  if (marked) return marked;
  const field = dialog.querySelector<HTMLElement>(FIELD);
  if (!field || matchMedia("(pointer: fine)").matches) return field;
  const title = dialog.querySelector<HTMLElement>("h2");
  if (title) title.tabIndex = -1;
  return title;
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
  const chosenByBrowser = document.activeElement;
  // Not before it stays open: in development it is opened twice, and a field that was left would complain at once.
  queueMicrotask(() => {
    if (isOver) return;
    const place = firstStopIn(dialog);
    // What a dialog has focused by itself is not left for its title.
    const isChosen = document.activeElement !== chosenByBrowser && place?.tabIndex === -1;
    if (isChosen) return;
    if (place) return beginAt(place);
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
