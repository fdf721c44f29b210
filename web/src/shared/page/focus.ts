// For when what was pressed goes away with what it did: the focus would fall to nothing, a keyboard would begin at the top of
// everything, and nobody would hear what follows.

export function focusHeading(): void {
  document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
}

/** The same where the focus may have found another place by itself. */
export function keepFocusOnPage(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost) focusHeading();
}
