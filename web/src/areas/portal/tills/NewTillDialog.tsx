import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { createOnce } from "@/api/createOnce";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { TillLink } from "./TillLink";

/** Maximum length that the server accepts. */
const MAX_NAME_LENGTH = 40;

interface NewTillDialogProps {
  tenantId: string;
  onClose: () => void;
}

/** Dialog that names a till and then shows the link that registers a device as this till. */
export function NewTillDialog({ tenantId, onClose }: NewTillDialogProps) {
  const form = useZodForm(z.object({ name: requiredText(m.tills_name(), MAX_NAME_LENGTH) }), { name: "" });
  const create = useMutation({
    mutationFn: ({ name }: { name: string }) => createOnce("/api/v1/Tills", { body: { tenantId, name } }),
    meta: { invalidates: ["/Tills"] },
  });
  return (
    <Dialog isOpen onClose={onClose} title={create.data ? m.tills_link_title() : m.tills_add()}>
      {create.data ? (
        <TillLink {...create.data} />
      ) : (
        <Form form={form} onSubmit={create.mutateAsync} submitLabel={m.tills_add_go()} isUnguarded>
          <FormTextField name="name" label={m.tills_name()} hint={m.tills_name_hint()} autoComplete="off" />
        </Form>
      )}
    </Dialog>
  );
}
