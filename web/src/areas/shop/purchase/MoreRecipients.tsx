import { Suspense, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Link } from "react-router";
import { m } from "@/i18n";
import { MAX_ITEMS } from "@/features/cart/localCart";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { OtherRecipient, Purchase } from "./purchase";

/** Loaded on demand: most gifts have one recipient. */
const OtherRecipients = lazyPiece(async () => (await import("./OtherRecipients")).OtherRecipients);
const PasteDialog = lazyPiece(
  async () => (await import("./PasteDialog")).PasteDialog,
  ({ onClose }) => onClose(),
);

export const noRecipient: OtherRecipient = { to: "", recipientEmail: "", giftMessage: "", sendOn: "" };

/** Fields for further recipients of the same gift, typed or pasted. */
export function MoreRecipients({ listPath }: { listPath: string }) {
  const { watch, getValues, setValue } = useFormContext<Purchase>();
  const count = watch("others").length;
  const [isPasting, setIsPasting] = useState(false);
  const isFull = count + 1 >= MAX_ITEMS;
  const put = (others: OtherRecipient[]) => setValue("others", others, { shouldDirty: true });
  const add = (pasted: readonly OtherRecipient[]) => {
    const { to, recipientEmail, others } = getValues();
    const [first, ...rest] = pasted;
    const isEmpty = to.trim() === "" && recipientEmail.trim() === "";
    // The first one fills the fields of the gift, if they are empty.
    const isFirst = first !== undefined && first !== noRecipient && isEmpty;
    if (isFirst) {
      const { to: name, recipientEmail: email } = first;
      setValue("to", name, { shouldDirty: true });
      setValue("recipientEmail", email, { shouldDirty: true });
      setValue("confirmEmail", email, { shouldDirty: true });
    }
    put([...others, ...(isFirst ? rest : pasted)]);
  };
  return (
    <section className="mt-4" aria-label={m.purchase_recipients()}>
      {count > 0 && (
        <Suspense>
          <OtherRecipients onChange={put} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!isFull && (
          <>
            <Button size="small" onClick={() => add([noRecipient])}>
              <Icon name="user-plus" size={18} />
              {m.purchase_add_recipient()}
            </Button>
            <Button size="small" aria-haspopup="dialog" onClick={() => setIsPasting(true)}>
              <Icon name="copy" size={18} />
              {m.purchase_paste()}
            </Button>
          </>
        )}
        <Link to={listPath} className="inline-flex min-h-11 items-center font-semibold">
          {m.purchase_long_list()}
        </Link>
      </div>
      {isPasting && (
        <Suspense>
          <PasteDialog
            room={MAX_ITEMS - 1 - count}
            onAdd={(pasted) => {
              add(pasted);
              setIsPasting(false);
            }}
            onClose={() => setIsPasting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
