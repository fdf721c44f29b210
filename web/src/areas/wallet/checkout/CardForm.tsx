import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Form } from "@/shared/form/Form";
import { useControlledField } from "@/shared/form/useControlledField";
import { useZodForm } from "@/shared/form/useZodForm";
import { Chip } from "@/ui/list/Chip";
import { TextField } from "@/ui/form/TextField";
import { dismissToasts } from "@/ui/overlay/toast";
import { loadAccept, RefusedCard, tokenise, UnreachedGateway, type Token } from "./accept";
import { brandOf, groupByFours } from "./cardNumber";
import { DigitsField } from "./DigitsField";
import { shapeExpiry } from "./expiry";
import {
  MAX_HOLDER_NAME_LENGTH,
  MAX_CODE_DIGITS,
  noPaymentCard,
  onlyDigits,
  paymentCardSchema,
  type PaymentCard,
} from "./schema";

interface CardFormProps {
  gateway: components["schemas"]["GatewaySettings"];
  total: number;
  /** Cardholder name of the previous attempt. */
  holder: string;
  /** Called with the gateway's token. The card data itself is not kept. */
  onToken: (token: Token, cardHolderName: string) => void;
  /**
   * Called with a message when the gateway is unreachable, and with `undefined` when a new attempt starts. Nothing was sent.
   */
  onUnreached: (why: string | undefined) => void;
  /** Called with the gateway's messages about a refused card, and with an empty list when a new attempt starts. */
  onRefused: (sentences: readonly string[]) => void;
}

/** Payment card form. The gateway's script turns the card into a token in the browser. */
export function CardForm({ gateway, total, holder, onToken, onUnreached, onRefused }: CardFormProps) {
  const form = useZodForm<PaymentCard>(paymentCardSchema(), { ...noPaymentCard, cardHolderName: holder });
  // Preload the gateway's script. A failure here is ignored: submitting loads it again and shows the error.
  useEffect(() => void loadAccept(gateway).catch(() => undefined), [gateway]);

  const submit = async (card: PaymentCard) => {
    onUnreached(undefined);
    onRefused([]);
    // Messages about the previous card no longer apply.
    dismissToasts();
    try {
      onToken(await tokenise(gateway, card), card.cardHolderName);
    } catch (error) {
      if (error instanceof UnreachedGateway) {
        onUnreached(m.checkout_unreached());
        return;
      }
      if (!(error instanceof RefusedCard)) throw error;
      const sentences = error.sentences.length > 0 ? error.sentences : [""];
      onRefused(sentences.map((sentence) => sentence || m.checkout_card_unread()));
    }
  };
  return (
    <Form
      form={form}
      onSubmit={submit}
      submitLabel={m.checkout_pay({ total: formatMoney(total) })}
      isUnguarded
      isHeldUntilValid
      isWholePage
      className="sticky-form [&_fieldset>*_+_*]:mt-5"
    >
      <CardNumberField />
      <HolderField />
      {/* Align the controls even when one label wraps to two lines. */}
      <div className="grid grid-cols-2 gap-x-4 [&_label]:self-end [&>*]:row-span-3 [&>*]:grid [&>*]:grid-rows-subgrid">
        <DigitsField
          field="expiry"
          label={m.checkout_expiry()}
          shape={shapeExpiry}
          autoComplete="cc-exp"
          placeholder={m.checkout_expiry_shape()}
        />
        <DigitsField
          field="cardCode"
          label={m.checkout_code()}
          shape={onlyDigits(MAX_CODE_DIGITS)}
          autoComplete="cc-csc"
          placeholder="123"
        />
      </div>
    </Form>
  );
}

function CardNumberField() {
  const { watch } = useFormContext<PaymentCard>();
  const brand = brandOf(watch("cardNumber"));
  return (
    <div className="relative">
      <DigitsField
        field="cardNumber"
        label={m.checkout_number()}
        shape={groupByFours}
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
      />
      <span role="status" className="absolute -top-0.75 right-0">
        {brand !== undefined && <Chip tone="brand">{brand}</Chip>}
      </span>
    </div>
  );
}

function HolderField() {
  const { value, pick, wiring, error } = useControlledField<string>("cardHolderName");
  const { ref, onBlur } = wiring;
  return (
    <TextField
      ref={ref}
      label={m.checkout_holder()}
      autoComplete="cc-name"
      maxLength={MAX_HOLDER_NAME_LENGTH}
      value={value}
      onChange={({ target }) => pick(target.value)}
      onBlur={onBlur}
      error={error}
    />
  );
}
