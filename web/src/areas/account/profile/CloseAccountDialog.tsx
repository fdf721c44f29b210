import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { closeSchema } from "./schema";

/** Says what is erased and what stays, and wants the password: an open browser is not its owner. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={m.profile_close_title({ brand: brand.name })}>
      <dl className="grid gap-3">
        <div>
          <dt className="font-semibold">{m.profile_close_erased()}</dt>
          <dd className="text-ink-soft">{m.profile_close_erased_text()}</dd>
        </div>
        <div>
          <dt className="font-semibold">{m.profile_close_stays()}</dt>
          <dd className="text-ink-soft">{m.profile_close_stays_text()}</dd>
        </div>
      </dl>
      <CloseForm onCancel={onClose} />
    </Dialog>
  );
}

function CloseForm({ onCancel }: { onCancel: () => void }) {
  const form = useZodForm(closeSchema(), { password: "" });
  const close = useMutation({
    mutationFn: (body: { password: string }) => call("delete", "/api/v1/Accounts/me", { body }),
    onSuccess: async () => {
      const { leave } = await import("@/session/session");
      toast.success(m.profile_closed());
      leave();
    },
  });
  return (
    <Form
      form={form}
      onSubmit={close.mutateAsync}
      submitLabel={m.profile_close_confirm()}
      isUnguarded
      isDangerous
      aside={
        <Button variant="quiet" onClick={onCancel}>
          {m.kit_cancel()}
        </Button>
      }
      className="mt-6"
    >
      <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
    </Form>
  );
}
