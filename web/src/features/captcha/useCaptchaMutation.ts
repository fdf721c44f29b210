import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";

/**
 * Sends a form that has a captcha. The server takes a token once, even if it then refuses the form:
 * after a failed try the form's token is taken away, and the captcha gets another one.
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
