import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { formatChosenTime } from "@/lib/sendTime";
import type { GiftWords } from "@/features/cart/localCart";
import type { CartEntry } from "@/features/cart/useCart";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { cartRow } from "./cartLook";

/** Loaded on demand: only shoppers who correct a gift need it. */
const GiftDialog = lazyPiece(
  async () => (await import("./GiftDialog")).GiftDialog,
  ({ onClose }) => onClose(),
);

interface GiftNoteProps {
  item: CartEntry["item"];
  /** Undefined if the gift can't be changed. */
  onSave?: ((words: GiftWords) => Promise<unknown>) | undefined;
}

/** Recipient and message of a gift, exactly as they will be sent, with a button to correct them. */
export function GiftNote({ item, onSave }: GiftNoteProps) {
  const [isEditing, setIsEditing] = useState(false);
  const words = wordsOf(item);
  const { to, recipientEmail: email, from, giftMessage } = words;
  const time = formatChosenTime(words);
  return (
    <div
      className={`${cartRow} grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-control bg-surface-quiet px-3.5 py-2.5 text-sm/normal sm:grid-cols-[auto_minmax(0,1fr)_auto]`}
    >
      <Icon name="gift" size={20} className="text-accent" />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">{m.cart_gift({ to, email, from })}</p>
        {time !== undefined && <p className="mt-1 font-semibold">{m.purchase_sent_on({ time })}</p>}
        {giftMessage && <p className="mt-1 wrap-anywhere whitespace-pre-line italic">{giftMessage}</p>}
      </div>
      {onSave && (
        <Button
          variant="quiet"
          size="small"
          className="col-[2] -mb-1.5 -ml-3 justify-self-start sm:col-[3] sm:-mt-1 sm:-mr-2 sm:-mb-1 sm:ml-0 sm:self-start [&_.icon]:text-accent"
          aria-haspopup="dialog"
          aria-label={m.cart_gift_edit_of({ to })}
          onClick={() => setIsEditing(true)}
        >
          <Icon name="pencil" size={18} />
          {m.cart_gift_edit()}
        </Button>
      )}
      {isEditing && onSave && (
        <Suspense>
          <GiftDialog words={words} onSave={onSave} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function wordsOf(item: CartEntry["item"]): GiftWords {
  const { to, recipientEmail, from, giftMessage, sendOn, sendHour, sendZone } = item;
  const email = recipientEmail ?? "";
  return {
    sendOn: sendOn ?? null,
    sendHour: sendHour ?? null,
    sendZone: sendZone ?? null,
    to: to ?? "",
    recipientEmail: email,
    confirmEmail: email,
    from: from ?? "",
    giftMessage: giftMessage ?? "",
  };
}
