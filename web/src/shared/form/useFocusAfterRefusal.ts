import { useEffect, useState, type RefObject } from "react";

function createMark() {
  let isSet = false;
  return {
    set: () => void (isSet = true),
    take: () => {
      const wasSet = isSet;
      isSet = false;
      return wasSet;
    },
  };
}

/** Whether the browser has taken the focus from a field, because it was disabled. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Puts the focus on the first wrong field of a form that was refused, or on what says why, which can take it only when it is
 * enabled again; or on the button, where nothing of both is there. The button takes the focus that a saved form has lost, too.
 * Returns the way to say that the form was refused.
 */
export function useFocusAfterRefusal(
  form: RefObject<HTMLFormElement | null>,
  isSubmitting: boolean,
): () => void {
  const [refusal] = useState(createMark);
  const [sending] = useState(createMark);

  useEffect(() => {
    if (isSubmitting) {
      sending.set();
      return;
    }
    const [isRefused, wasSent] = [refusal.take(), sending.take()];
    if (!isRefused && !(wasSent && isFocusLost())) return;
    // Its elements, and not only what is inside: the button may stand elsewhere.
    const elements = [...(form.current?.elements ?? [])] as HTMLElement[];
    const find = (selector: string) => elements.find((element) => element.matches(selector));
    const within = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const reason = isRefused ? (within("[aria-invalid=true]") ?? within("[data-refusal]")) : undefined;
    (reason ?? find("[type=submit]"))?.focus();
  }, [form, isSubmitting, refusal, sending]);

  return refusal.set;
}
