import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { Form } from "@/shared/form/Form";
import { FormCheckbox } from "@/shared/form/fields";
import { FormAmountButtons, FormStepper } from "@/shared/form/orderFields";
import { MOST_CARDS } from "@/features/cart/localCart";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/lazyPiece";
import { GiftFields } from "./GiftFields";
import { noPurchase, type Purchase } from "./purchase";
import { purchaseSchema } from "./schema";

const FaqDialog = lazyPiece(
  async () => (await import("./FaqDialog")).FaqDialog,
  ({ onClose }) => onClose(),
);
const PolicyDialog = lazyPiece(
  async () => (await import("./PolicyDialog")).PolicyDialog,
  ({ onClose }) => onClose(),
);

interface PurchaseFormProps {
  amounts: readonly number[];
  /** The amount that one came with, or 0. */
  chosen: number;
  /** Told about every amount that is tried. */
  onAmount: (amount: number) => void;
  onSubmit: (purchase: Purchase) => Promise<unknown>;
  /** What the amount that is chosen does. */
  children?: ReactNode;
}

export function PurchaseForm({ amounts, chosen, onAmount, onSubmit, children }: PurchaseFormProps) {
  const form = useZodForm<Purchase>(purchaseSchema(), { ...noPurchase, amount: chosen });
  const [dialog, setDialog] = useState<"faq" | "policy">();
  const [amount, isGift] = form.watch(["amount", "isGift"]);
  const tell = useEffectEvent(onAmount);
  useEffect(() => tell(amount), [amount]);
  const ownName = useProfile()?.displayName;
  const signWith = useEffectEvent((name: string) => {
    // A session may come back while somebody is writing already.
    if (form.getValues("from") === "") form.setValue("from", name);
  });
  useEffect(() => {
    if (ownName !== undefined) signWith(ownName);
  }, [ownName]);
  // A tap on another amount is no loss; words that somebody has written are.
  const hasWords = isGift && form.watch(["to", "recipientEmail", "giftMessage"]).some(Boolean);
  const close = () => setDialog(undefined);
  return (
    <section aria-labelledby="select-amount">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="select-amount" className="text-lg leading-tight">
          {m.purchase_select_amount()}
        </h2>
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          className="-mx-3 flex-none px-3"
          onClick={() => setDialog("faq")}
        >
          <Icon name="circle-question-mark" size={20} />
          {m.purchase_faq()}
        </Button>
      </div>
      <Form
        form={form}
        onSubmit={onSubmit}
        submitLabel={m.purchase_add_to_cart()}
        isUnguarded={!hasWords}
        isWholePage
        aside={
          <button
            type="button"
            aria-haspopup="dialog"
            className="min-h-11 font-semibold text-ink underline underline-offset-4"
            onClick={() => setDialog("policy")}
          >
            {m.purchase_policy()}
          </button>
        }
      >
        <FormAmountButtons name="amount" legend={m.purchase_amount()} isLegendHidden amounts={amounts} />
        {children}
        <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <FormStepper name="quantity" label={m.purchase_quantity()} least={1} most={MOST_CARDS} />
          <FormCheckbox name="isGift" label={m.purchase_is_gift()} />
        </div>
        {isGift && <GiftFields />}
      </Form>
      <Suspense>
        {dialog === "faq" && <FaqDialog onClose={close} />}
        {dialog === "policy" && <PolicyDialog onClose={close} />}
      </Suspense>
    </section>
  );
}
