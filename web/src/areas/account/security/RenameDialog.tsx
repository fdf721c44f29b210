import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { passkeyNameSchema } from "@/shared/proof/schema";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import type { OnChange, Passkey } from "./queries";

interface RenameDialogProps {
  passkey: Passkey;
  onChange: OnChange;
  onClose: () => void;
}

/** Renames a passkey. */
export function RenameDialog({ passkey: { id, name }, onChange, onClose }: RenameDialogProps) {
  const form = useZodForm(passkeyNameSchema(), { name });
  const rename = useMutation({
    mutationFn: (body: { name: string }) =>
      call("put", "/api/v1/Accounts/me/passkeys/{id}", { path: { id }, body }),
    onSuccess: async () => {
      toast.success(m.security_passkey_renamed());
      await onChange();
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.security_passkey_rename_one({ name })}>
      <Form
        form={form}
        onSubmit={rename.mutateAsync}
        submitLabel={m.security_passkey_rename_save()}
        isUnguarded
        aside={
          <Button variant="quiet" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <FormTextField name="name" label={m.security_passkey_name()} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
