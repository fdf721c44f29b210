import { useController, useFormState } from "react-hook-form";
import { FieldError } from "@/ui/FieldError";
import { Captcha } from "./Captcha";
import type { CaptchaPurpose } from "./earnToken";

interface FormCaptchaProps {
  purpose: CaptchaPurpose;
  /** The form came filled in: there is nothing to wait for. */
  isWantedAtOnce?: boolean | undefined;
  className?: string | undefined;
}

/** The captcha as a field of the surrounding Form, by the name that every call has for it. */
export function FormCaptcha({ purpose, isWantedAtOnce = false, className }: FormCaptchaProps) {
  const { field, fieldState } = useController<{ reCaptchaToken: string }>({ name: "reCaptchaToken" });
  const { isDirty, submitCount } = useFormState();
  return (
    <div className={className}>
      <Captcha
        purpose={purpose}
        isWanted={isWantedAtOnce || isDirty || submitCount > 0}
        token={field.value}
        onToken={field.onChange}
      />
      <FieldError message={fieldState.error?.message} />
    </div>
  );
}
