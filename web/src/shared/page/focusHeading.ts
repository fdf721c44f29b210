/** For when what was pressed goes away with what it did: the focus would fall to nothing, and nobody would hear what follows. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
}
