// Google's reCAPTCHA, for installations that have keys for it: its script comes only there, and only when it is needed.
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

/** Google's own object, once its script is there and ready. */
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
