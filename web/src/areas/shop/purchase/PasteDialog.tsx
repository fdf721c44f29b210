import { useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { TextArea } from "@/ui/form/TextArea";
import { Dialog } from "@/ui/overlay/Dialog";
import { pastedRecipients } from "./pastedRecipients";
import type { OtherRecipient } from "./purchase";

interface PasteDialogProps {
  /** Number of recipients that the cart still holds. */
  room: number;
  onAdd: (recipients: OtherRecipient[]) => void;
  onClose: () => void;
}

/** Dialog that reads names and email addresses from pasted text. */
export function PasteDialog({ room, onAdd, onClose }: PasteDialogProps) {
  const [text, setText] = useState("");
  const found = pastedRecipients(text);
  const isTooMuch = found.length > room;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={m.purchase_paste_title()}
      footer={
        <Button
          variant="primary"
          disabled={found.length === 0 || isTooMuch}
          onClick={() => onAdd(found.map((recipient) => ({ ...recipient, giftMessage: "", sendOn: "" })))}
        >
          {m.purchase_paste_add({ count: found.length })}
        </Button>
      }
    >
      <TextArea
        data-initial-focus
        label={m.purchase_paste_label()}
        hint={m.purchase_paste_hint()}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isTooMuch ? m.purchase_paste_room({ room }) : undefined}
      />
      <p aria-live="polite" className="mt-3 font-semibold">
        {m.purchase_paste_found({ count: found.length })}
      </p>
    </Dialog>
  );
}
