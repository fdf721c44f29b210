// A refund whose charge was reversed is no longer owed. If the bank had paid it before, the payment
// is recorded with its day: the buyer has the money twice, and the books must say so.
import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { OrderRefund } from "./queries";

// With the code of forms, which the page does without.
const EarlierPaymentDialog = lazyPiece(
  async () => (await import("./EarlierPaymentDialog")).EarlierPaymentDialog,
  ({ onClose }) => onClose(),
);

/** Payment by the bank on a day before the charge was reversed. */
export interface EarlierPaymentRecord {
  reference: string;
  paidOn: string;
}

interface EarlierPaymentProps {
  refund: OrderRefund;
  /** Last day on which the bank can have paid. */
  until: string;
  onPaid: (payment: EarlierPaymentRecord) => Promise<unknown>;
}

/** Text and button to record that the bank had paid a refund before its charge was reversed. */
export function EarlierPayment({ refund, until, onPaid }: EarlierPaymentProps) {
  const [isPaying, setIsPaying] = useState(false);
  return (
    <>
      <p className="mt-2">{m.helpdesk_bank_earlier_next({ date: formatCalendarDate(until) })}</p>
      <div className="mt-4">
        <Button aria-haspopup="dialog" onClick={() => setIsPaying(true)}>
          {m.helpdesk_bank_earlier_pay()}
        </Button>
      </div>
      {isPaying && (
        <Suspense>
          <EarlierPaymentDialog
            amount={formatMoney(refund.amount)}
            until={until}
            onPaid={onPaid}
            onClose={() => setIsPaying(false)}
          />
        </Suspense>
      )}
    </>
  );
}
