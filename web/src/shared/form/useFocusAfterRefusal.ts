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

/** Whether the focused field lost the focus by being disabled. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Moves the focus after a form was refused: to the first invalid field, else to the error message,
 * else to the submit button. Waits until the fields are enabled again. After saving, the submit
 * button gets the focus that was lost. Returns a function that marks the form as refused.
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
    // Use `elements`, because the submit button may be outside the form.
    const elements = [...(form.current?.elements ?? [])] as HTMLElement[];
    const find = (selector: string) => elements.find((element) => element.matches(selector));
    const within = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const reason = isRefused ? (within("[aria-invalid=true]") ?? within("[data-refusal]")) : undefined;
    (reason ?? find("[type=submit]"))?.focus();
  }, [form, isSubmitting, refusal, sending]);

  return refusal.set;
}
