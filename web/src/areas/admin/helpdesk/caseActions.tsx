// What can be done with a case from its row: see the order that it is about, and close it with a note.
import { useState } from "react";
import { useOriginHere } from "@/areas/admin/kit/origin";
import { useSave } from "@/areas/admin/kit/useSave";
import { adminPaths } from "@/adminPaths";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { LinkButton } from "@/ui/LinkButton";
import { CHANGED_WITH_AN_ORDER } from "./queries";

interface OrderLinkProps {
  order: { orderId: string; orderNumber: string | null };
  variant?: "quiet" | undefined;
}

/** To the order's own page, and from there back to this list. */
export function OrderLink({ order: { orderId, orderNumber }, variant }: OrderLinkProps) {
  const originHere = useOriginHere();
  return (
    <LinkButton
      size="small"
      {...(variant && { variant })}
      to={adminPaths.order(orderId)}
      state={originHere()}
      aria-label={m.helpdesk_see_order_one({ number: orderNumber ?? "" })}
    >
      {m.helpdesk_see_order()}
    </LinkButton>
  );
}

interface CloseCaseButtonProps {
  /** Which case it closes, for whoever doesn't see the row. */
  name: string;
  title: string;
  text: string;
  close: (note: string) => Promise<unknown>;
}

export function CloseCaseButton({ name, title, text, close }: CloseCaseButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { submit } = useSave({
    save: close,
    saved: m.helpdesk_reversal_closed(),
    invalidates: CHANGED_WITH_AN_ORDER,
    onSaved: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="small" aria-haspopup="dialog" aria-label={name} onClick={() => setIsAsking(true)}>
        {m.helpdesk_reversal_close()}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={title}
          text={<p>{text}</p>}
          hint={m.helpdesk_cancel_hint()}
          confirmLabel={m.helpdesk_reversal_close()}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
