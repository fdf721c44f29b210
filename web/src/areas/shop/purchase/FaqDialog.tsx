import { Questions } from "@/areas/shop/faq/Questions";
import { m } from "@/i18n";
import { Dialog } from "@/ui/overlay/Dialog";

/** Frequently asked questions in a dialog, so that the purchase form stays open. */
export function FaqDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={m.purchase_faq_title()} size="large">
      <Questions />
    </Dialog>
  );
}
