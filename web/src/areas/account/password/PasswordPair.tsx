import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormPasswordField } from "@/shared/form/fields";

interface Pair {
  password: string;
  confirmPassword: string;
}

/** New password and its repetition. A later change of the first field checks the second again. */
export function PasswordPair({ label, least }: { label: string; least: number }) {
  const { subscribe, trigger, getValues } = useFormContext<Pair>();

  useEffect(() => {
    const compareAgain = () => {
      if (getValues("confirmPassword") !== "") void trigger("confirmPassword");
    };
    return subscribe({ name: "password", formState: { values: true }, callback: compareAgain });
  }, [subscribe, trigger, getValues]);

  return (
    <>
      <FormPasswordField
        name="password"
        label={label}
        hint={m.account_password_hint({ least })}
        autoComplete="new-password"
        className="sm:col-span-2"
      />
      <FormPasswordField
        name="confirmPassword"
        label={m.account_confirm_password()}
        autoComplete="new-password"
        className="sm:col-span-2"
      />
    </>
  );
}
