import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";

/**
 * Submits a form with a captcha. The server accepts a token once, even if it refuses the form, so a failed attempt clears the
 * token and the captcha provides another one.
 */
export function useCaptchaMutation<Values extends { reCaptchaToken: string }>(
  form: Pick<UseFormReturn<Values>, "resetField">,
  send: (values: Values) => Promise<unknown>,
) {
  return useMutation({
    mutationFn: send,
    onError: () => form.resetField("reCaptchaToken" as Parameters<typeof form.resetField>[0]),
  });
}
