import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { m } from "@/i18n";
import { FormTextArea } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { optionalText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import type { TenantItem, TenantsAbout } from "./about";

interface RejectDialogProps {
  about: TenantsAbout;
  tenant: TenantItem;
  onClose: () => void;
}

const LONGEST_REASON = 1000;

/** Turns a registration down. The reason goes into the mail that says so. */
export function RejectDialog({ about, tenant, onClose }: RejectDialogProps) {
  const client = useQueryClient();
  const schema = z.object({ reason: optionalText(m.tenants_reason(), LONGEST_REASON) });
  const form = useZodForm(schema, { reason: "" });
  const mutation = useMutation({
    mutationFn: ({ reason }: { reason: string }) => about.reject(tenant.id, reason),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: about.outdated });
      toast.success(m.tenants_rejected_done());
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!mutation.isPending) onClose();
      }}
      title={m.tenants_reject_title({ name: tenant.displayName })}
    >
      <Form
        form={form}
        onSubmit={mutation.mutateAsync}
        submitLabel={m.tenants_reject()}
        isUnguarded
        aside={
          <Button variant="quiet" onClick={onClose} disabled={mutation.isPending}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <p className="mb-5">{about.words.reject()}</p>
        <FormTextArea name="reason" label={m.tenants_reason()} hint={m.tenants_reason_hint()} isOptional />
      </Form>
    </Dialog>
  );
}
