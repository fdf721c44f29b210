// Google reCAPTCHA, for installations that have configured it. Its script loads only when needed.
import { getLocale } from "@/i18n";

interface Widget {
  sitekey: string;
  theme: "light" | "dark";
  callback: (token: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

export interface Recaptcha {
  ready: (action: () => void) => void;
  render: (place: HTMLElement, widget: Widget) => number;
  reset: (widget: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Loads Google's script and returns its API once it is ready. */
export function loadRecaptcha(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("reCAPTCHA could not be loaded"));
    const script = document.createElement("script");
    script.src = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${getLocale()}`;
    script.addEventListener("error", fail);
    script.addEventListener("load", () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else fail();
    });
    document.head.append(script);
  });
}
