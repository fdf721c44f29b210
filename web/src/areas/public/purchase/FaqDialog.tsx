import { Questions } from "@/areas/public/faq/Questions";
import { m } from "@/i18n";
import { Dialog } from "@/ui/Dialog";

/** The answers beside the card that they are about. */
export function FaqDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={m.purchase_faq_title()} size="large">
      <Questions />
    </Dialog>
  );
}
