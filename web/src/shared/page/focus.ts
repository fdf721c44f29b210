// Moves the focus to the page's heading after the pressed control was removed. Otherwise a keyboard
// would start at the top of the document and a screen reader would read nothing.

export function focusHeading(): void {
  document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
}

/** Like `focusHeading`, but only if no element has the focus. */
export function keepFocusOnPage(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost) focusHeading();
}
