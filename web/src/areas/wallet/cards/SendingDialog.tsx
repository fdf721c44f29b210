import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { formatSendTime } from "@/lib/sendTime";
import { sendTimeShape } from "@/features/card/sendTimeShape";
import type { Card } from "@/features/card/types";
import { DayAndHour } from "@/features/card/WhenToSend";
import { Form } from "@/shared/form/Form";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { requiredEmail } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";

interface Sending {
  recipientEmail: string;
  sendOn?: string | null | undefined;
  sendHour?: number | null | undefined;
  sendZone?: string | null | undefined;
}

function sendingSchema(): z.ZodMiniType<Sending, Sending> {
  return z.object({ recipientEmail: requiredEmail(m.purchase_recipient_email()), ...sendTimeShape() });
}

/** Dialog in which the giver changes the day, the hour or the address of a gift that was not sent yet. */
export function SendingDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { id } = card;
  const [schema] = useState(sendingSchema);
  const [values] = useState((): Sending => {
    const time = card.sendOn ? card : { sendOn: businessToday(), sendHour: 9, sendZone: null };
    return {
      recipientEmail: card.recipientEmail ?? "",
      sendOn: time.sendOn,
      sendHour: time.sendHour,
      sendZone: time.sendZone,
    };
  });
  const form = useZodForm<Sending>(schema, values);
  const { mutateAsync } = useMutation({
    mutationFn: ({ recipientEmail, sendOn = null, sendHour = null, sendZone = null }: Sending) =>
      call("put", "/api/v1/Cards/{id}/sending", {
        path: { id },
        body: { recipientEmail, sendOn, sendHour, sendZone },
      }),
    onSuccess: (changed) => {
      const time = formatSendTime(changed);
      toast.success(m.wallet_sending_saved({ time }));
      onClose();
    },
    meta: { invalidates: ["/Cards/{id}"] },
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.wallet_sending_change()}>
      <Form form={form} onSubmit={mutateAsync} submitLabel={m.kit_save()} isUnguarded>
        <div className="grid gap-5">
          <FormEmailField name="recipientEmail" label={m.purchase_recipient_email()} autoComplete="off" />
          <DayAndHour />
        </div>
      </Form>
    </Dialog>
  );
}
