import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { browserName } from "@/features/people/browserName";
import { m } from "@/i18n";
import { createPasskey } from "@/lib/passkeys";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { passkeyNameSchema } from "@/shared/proof/schema";
import { toast } from "@/ui/overlay/toast";
import type { OnChange } from "./queries";

interface NewPasskeyProps {
  /** Whether the passkey is a second step after the password. Adding one then signs out other devices. */
  isSecondStep: boolean;
  onChange: OnChange;
}

/** Creates a passkey in the browser, under a name that helps its owner recognize it. */
export function NewPasskey({ isSecondStep, onChange }: NewPasskeyProps) {
  const form = useZodForm(passkeyNameSchema(), { name: browserName(navigator.userAgent) });
  const add = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const offer = await call("post", "/api/v1/Accounts/me/passkeys/offered");
      const made = await createPasskey(offer);
      if (!made) return toast.error(m.security_passkey_cancelled());
      const { recoveryCodes } = await call("post", "/api/v1/Accounts/me/passkeys", {
        body: { ...made, name },
      });
      toast.success(isSecondStep ? m.security_passkey_added() : m.security_passkey_added_beside());
      return onChange(recoveryCodes);
    },
  });
  return (
    <Form
      form={form}
      onSubmit={add.mutateAsync}
      submitLabel={m.security_passkey_add()}
      isUnguarded
      className="mt-5 max-w-form"
    >
      <FormTextField name="name" label={m.security_passkey_name()} />
    </Form>
  );
}
