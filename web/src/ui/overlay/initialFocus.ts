// Initial focus in a dialog, or in a form that replaces another.
const FIELD = "form :is(input, select, textarea):enabled";

/**
 * Returns the element marked with `data-initial-focus`, else the first field of a form. On a phone it
 * returns the title instead, because the keyboard would cover the form. Without a form, the browser
 * chooses.
 */
function initialFocusIn(dialog: HTMLDialogElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>("[data-initial-focus]");
  if (marked) return marked;
  const field = dialog.querySelector<HTMLElement>(FIELD);
  if (!field || matchMedia("(pointer: fine)").matches) return field;
  const title = dialog.querySelector<HTMLElement>("h2");
  if (title) title.tabIndex = -1;
  return title;
}

/**
 * Focuses an element without validating it when the user leaves it unchanged: an error message
 * would move what they are pressing.
 */
export function focusQuietly(place: HTMLElement): void {
  place.focus();
  let isUsed = false;
  for (const use of ["input", "change"]) place.addEventListener(use, () => (isUsed = true), { once: true });
  place.addEventListener("focusout", (event) => isUsed || event.stopPropagation(), { once: true });
}

/**
 * Focuses the first stop of a dialog that has just opened. If its content still loads, waits until
 * there is one or the user moves the focus. Returns a function that ends the waiting.
 */
export function setInitialFocus(dialog: HTMLDialogElement): () => void {
  let isOver = false;
  let observer: MutationObserver | undefined;
  const chosenByBrowser = document.activeElement;
  // Deferred, because development mode opens the dialog twice, and leaving a field would show its
  // error.
  queueMicrotask(() => {
    if (isOver) return;
    const place = initialFocusIn(dialog);
    // Keep a focus that the dialog's content has set, rather than move it to the title.
    const isChosen = document.activeElement !== chosenByBrowser && place?.tabIndex === -1;
    if (isChosen) return;
    if (place) return focusQuietly(place);
    observer = new MutationObserver(() => {
      const isMoved = document.activeElement !== chosenByBrowser;
      const latePlace = isMoved ? null : initialFocusIn(dialog);
      if (latePlace) focusQuietly(latePlace);
      if (latePlace || isMoved) observer?.disconnect();
    });
    observer.observe(dialog, { childList: true, subtree: true });
  });
  return () => {
    isOver = true;
    observer?.disconnect();
  };
}
