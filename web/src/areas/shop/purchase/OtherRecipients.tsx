import { useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { lastSendDay } from "@/features/card/sendTimeShape";
import { FormDateField } from "@/shared/form/DateField";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { IconButton } from "@/ui/form/IconButton";
import { Disclosure } from "@/ui/layout/Disclosure";
import type { OtherRecipient, Purchase } from "./purchase";

interface OtherRecipientsProps {
  onChange: (others: OtherRecipient[]) => void;
}

/** Fields of each further recipient. Message and day are those of the gift, unless a recipient has their own. */
export function OtherRecipients({ onChange }: OtherRecipientsProps) {
  const { watch, getValues, setFocus } = useFormContext<Purchase>();
  const others = watch("others");
  const seen = useRef(0);
  useEffect(() => {
    const last = others.at(-1);
    // A new empty recipient gets the focus.
    if (others.length === seen.current + 1 && last?.to === "") setFocus(`others.${others.length - 1}.to`);
    seen.current = others.length;
  }, [others, setFocus]);
  return (
    <ol className="mb-4 grid gap-4">
      {others.map(({ to }, place) => (
        <li
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-4 rounded-card bg-surface-tint p-5"
        >
          <h3 className="self-center text-base">{m.purchase_recipient_number({ number: place + 2 })}</h3>
          <IconButton
            icon="trash"
            label={m.purchase_recipient_remove({
              name: to.trim() || m.purchase_recipient_number({ number: place + 2 }),
            })}
            onClick={() => onChange(getValues("others").toSpliced(place, 1))}
          />
          <div className="col-span-2 grid gap-4 sm:grid-cols-2">
            <FormTextField name={`others.${place}.to`} label={m.purchase_to()} autoComplete="off" />
            <FormEmailField
              name={`others.${place}.recipientEmail`}
              label={m.purchase_recipient_email()}
              autoComplete="off"
            />
          </div>
          <div className="col-span-2">
            <Disclosure summary={m.purchase_own_words()}>
              <div className="grid gap-4">
                <FormTextArea
                  name={`others.${place}.giftMessage`}
                  label={m.purchase_gift_message()}
                  hint={m.purchase_own_words_hint()}
                  isOptional
                  rows={3}
                />
                <FormDateField
                  name={`others.${place}.sendOn`}
                  label={m.purchase_day()}
                  isOptional
                  min={businessToday()}
                  max={lastSendDay()}
                />
              </div>
            </Disclosure>
          </div>
        </li>
      ))}
    </ol>
  );
}
