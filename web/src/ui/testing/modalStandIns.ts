// Fakes for modal dialogs and popovers, which jsdom lacks. They keep only the open state; focus,
// inertness and layers are tested in a browser. `matchMedia` reports a mouse.

export function installModalStandIns(): void {
  window.matchMedia ??= (media) => ({ media, matches: media === "(pointer: fine)" }) as MediaQueryList;
  Object.assign(HTMLElement.prototype, {
    showModal(this: HTMLElement) {
      this.setAttribute("open", "");
    },
    close(this: HTMLElement) {
      this.removeAttribute("open");
    },
    showPopover(this: HTMLElement) {
      this.style.display = "block";
    },
    hidePopover(this: HTMLElement) {
      this.style.display = "none";
    },
  });
}
