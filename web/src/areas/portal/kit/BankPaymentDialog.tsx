import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";

interface BankPaymentDialogProps {
  title: string;
  /** Instructions, and what follows. */
  text: string;
  onConfirm: (reference: string) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog for the bank's reference of a payment to a buyer. */
export function BankPaymentDialog({ title, text, onConfirm, onClose }: BankPaymentDialogProps) {
  return (
    <ReasonDialog
      title={title}
      text={<p>{text}</p>}
      label={m.kit_bank_reference()}
      hint={m.kit_bank_hint()}
      confirmLabel={m.kit_bank_confirm()}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
