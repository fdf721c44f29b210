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

/**
 * Puts the focus on the first wrong field of a form that was refused, or on what says why, which can take it only when it is
 * enabled again; or on the button, where nothing of both is there.
 * Returns the way to say that it was.
 */
export function useFocusAfterRefusal(
  form: RefObject<HTMLFormElement | null>,
  isSubmitting: boolean,
): () => void {
  const [refusal] = useState(createMark);

  useEffect(() => {
    if (isSubmitting || !refusal.take()) return;
    // Its elements, and not only what is inside: the button may stand elsewhere.
    const elements = [...(form.current?.elements ?? [])] as HTMLElement[];
    const find = (selector: string) => elements.find((element) => element.matches(selector));
    const within = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (within("[aria-invalid=true]") ?? within("[data-refusal]") ?? find("[type=submit]"))?.focus();
  }, [form, isSubmitting, refusal]);

  return refusal.set;
}
