import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { m } from "@/i18n";
import type { CustomAmounts } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { useProfile } from "@/session/current";
import { Form } from "@/shared/form/Form";
import { FormStepper } from "@/shared/form/orderFields";
import { MAX_CARDS } from "@/features/cart/localCart";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { AmountField } from "./AmountField";
import { ForWhom } from "./ForWhom";
import { GiftFields } from "./GiftFields";
import { GiftPreview } from "./GiftPreview";
import { MoreRecipients } from "./MoreRecipients";
import { clearDraft, readDraft, writeDraft } from "./draft";
import type { Glimpse, Purchase } from "./purchase";
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
  shopId: string;
  amounts: readonly number[];
  /** Limits of custom amounts; undefined if the shop sells none. */
  custom?: CustomAmounts | undefined;
  /** Amount from the page's address, or 0. */
  chosen: number;
  /** Called on each change of the amount or the gift's message, for the preview. */
  onGlimpse: (glimpse: Glimpse) => void;
  onSubmit: (purchase: Purchase) => Promise<unknown>;
  /** Address of the page for lists of recipients. */
  listPath: string;
  /** Explanation of the chosen amount. */
  children?: ReactNode;
}

export function PurchaseForm({
  shopId,
  amounts,
  custom,
  chosen,
  onGlimpse,
  onSubmit,
  listPath,
  children,
}: PurchaseFormProps) {
  const [begun] = useState(() => readDraft(shopId, chosen));
  const form = useZodForm<Purchase>(purchaseSchema({ amounts, custom }), begun);
  const [dialog, setDialog] = useState<"faq" | "policy">();
  const [amount, isGift, to, from, giftMessage] = form.watch([
    "amount",
    "isGift",
    "to",
    "from",
    "giftMessage",
  ]);
  const recipients = isGift ? 1 + form.watch("others").length : 1;
  const sum = amount * form.watch("quantity") * recipients;
  const { watch, getValues } = form;
  useEffect(() => {
    const watching = watch(() => writeDraft({ shopId, chosen, purchase: getValues() }));
    return () => watching.unsubscribe();
  }, [watch, getValues, shopId, chosen]);
  const tell = useEffectEvent(onGlimpse);
  useEffect(() => tell({ amount, isGift, to, from, giftMessage }), [amount, isGift, to, from, giftMessage]);
  const ownName = useProfile()?.displayName;
  const signWith = useEffectEvent((name: string) => {
    // The session may be restored after the shopper has started to type: don't overwrite the name.
    if (form.getValues("from") === "") form.setValue("from", name);
  });
  useEffect(() => {
    if (ownName !== undefined) signWith(ownName);
  }, [ownName]);
  // Losing a chosen amount is harmless, but typed text needs a confirmation before leaving.
  const hasWords =
    recipients > 1 || (isGift && form.watch(["to", "recipientEmail", "giftMessage"]).some(Boolean));
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
        leaving={{ text: m.purchase_leaving(), onDiscard: clearDraft }}
        isWholePage
        className="sticky-form"
        aside={
          <span className="font-display text-xl/normal font-title tracking-(--amount-tracking) max-sm:flex-none max-sm:empty:hidden sm:hidden">
            {sum > 0 && formatPrice(sum)}
          </span>
        }
      >
        <AmountField amounts={amounts} custom={custom} />
        <ForWhom />
        {children}
        {isGift && (
          <>
            <GiftFields />
            <MoreRecipients listPath={listPath} />
            <GiftPreview gift={{ amount, isGift, to, from, giftMessage }} className="mt-4 lg:hidden" />
          </>
        )}
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <FormStepper name="quantity" label={m.purchase_quantity()} least={1} most={MAX_CARDS} />
          <button
            type="button"
            aria-haspopup="dialog"
            className="min-h-11 font-semibold text-ink underline underline-offset-4"
            onClick={() => setDialog("policy")}
          >
            {m.purchase_policy()}
          </button>
        </div>
      </Form>
      <Suspense>
        {dialog === "faq" && <FaqDialog onClose={close} />}
        {dialog === "policy" && <PolicyDialog onClose={close} />}
      </Suspense>
    </section>
  );
}
