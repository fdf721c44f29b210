import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { useField } from "@/shared/form/useField";
import { FieldError } from "@/ui/form/FieldError";
import { Captcha } from "./Captcha";
import type { CaptchaPurpose } from "./earnToken";

const NAME = "reCaptchaToken";

/** Captcha as a field of the surrounding form, under the name that all calls use. */
export function FormCaptcha({ purpose }: { purpose: CaptchaPurpose }) {
  const { watch, setValue, formState } = useFormContext<Record<typeof NAME, string>>();
  const { error } = useField(NAME);
  const place = useRef<HTMLDivElement>(null);
  const token = watch(NAME);
  // If the form was submitted early and only the token is missing, submit it again once the token arrives.
  const isAwaited = formState.isSubmitted && token === "" && Object.keys(formState.errors).join() === NAME;
  const take = (earned: string) => {
    setValue(NAME, earned, { shouldValidate: true });
    if (isAwaited && earned !== "") queueMicrotask(() => place.current?.closest("form")?.requestSubmit());
  };
  return (
    <div ref={place}>
      <Captcha
        purpose={purpose}
        isWanted={formState.isDirty || formState.submitCount > 0}
        token={token}
        onToken={take}
      />
      {isAwaited ? <p className="mt-1.5 text-sm">{m.captcha_sent_then()}</p> : <FieldError message={error} />}
    </div>
  );
}
