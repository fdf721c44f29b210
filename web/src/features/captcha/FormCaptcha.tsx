import { useFormContext } from "react-hook-form";
import { useField } from "@/shared/form/useField";
import { FieldError } from "@/ui/FieldError";
import { Captcha } from "./Captcha";
import type { CaptchaPurpose } from "./earnToken";

const NAME = "reCaptchaToken";

/** The captcha as a field of the surrounding Form, by the name that every call has for it. */
export function FormCaptcha({ purpose }: { purpose: CaptchaPurpose }) {
  const { watch, setValue, formState } = useFormContext<Record<typeof NAME, string>>();
  const { error } = useField(NAME);
  return (
    <div>
      <Captcha
        purpose={purpose}
        isWanted={formState.isDirty || formState.submitCount > 0}
        token={watch(NAME)}
        onToken={(token) => setValue(NAME, token, { shouldValidate: true })}
      />
      <FieldError message={error} />
    </div>
  );
}
