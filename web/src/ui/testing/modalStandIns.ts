// jsdom knows neither modal dialogs nor popovers. These keep the one bit of state that tests look at;
// focus, inertness and layers are the browser's, and are tested in one. Nor does it know what points: it is a mouse.

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
