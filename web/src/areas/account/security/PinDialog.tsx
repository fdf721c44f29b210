import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import { myPinsQuery } from "./queries";

function pinSchema() {
  return z
    .object({
      pin: z.string().check(z.regex(/^\d{4,8}$/, m.tills_pin_length())),
      again: z.string(),
    })
    .check(z.refine(({ pin, again }) => pin === again, { path: ["again"], error: m.tills_pins_differ() }));
}

interface PinDialogProps {
  shopId: string;
  shop: string;
  onClose: () => void;
}

/** Dialog to choose a PIN, typed twice because it is never shown again. */
export function PinDialog({ shopId, shop, onClose }: PinDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={m.tills_pin_choose_for({ shop })}>
      <PinForm shopId={shopId} onChosen={onClose} />
    </Dialog>
  );
}

export function PinForm({ shopId, onChosen }: { shopId: string; onChosen: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(pinSchema(), { pin: "", again: "" });
  const choose = useMutation({
    mutationFn: ({ pin }: { pin: string }) =>
      call("put", "/api/v1/Accounts/me/pins/{id}", { path: { id: shopId }, body: { pin } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: myPinsQuery().queryKey });
      toast.success(m.tills_pin_chosen());
      onChosen();
    },
  });
  return (
    <Form form={form} onSubmit={choose.mutateAsync} submitLabel={m.tills_pin_save()} isUnguarded>
      <div className="grid gap-5">
        <FormPasswordField
          name="pin"
          label={m.tills_new_pin()}
          hint={m.tills_pin_length()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
        />
        <FormPasswordField
          name="again"
          label={m.tills_pin_again()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
        />
      </div>
    </Form>
  );
}
